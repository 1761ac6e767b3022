import { noParts, type Part } from '@reason/core'
import type { Frame } from '@reason/core/wire'
import { harmless, TooLargeError } from '../../bounds/answer-bounds.ts'
import { parseInSteps } from '../../event-loop/json-parsing.ts'
import { createSlice, jsonPerTurn } from '../../event-loop/slices.ts'
import { createBodyFrames } from './body-frames.ts'
import { mostAtOnce, piecesOf, upToMost } from './part-slices.ts'
import { SplitPath } from './split-path.ts'
import type { AnswerTranslation, TranslationOptions } from './translation-contract.ts'

/** Reads bytes as frames, and frames as parts: at once, or a long answer in slices. */
export function createTranslation(options: TranslationOptions): AnswerTranslation {
  const { wire, framing, limit, bounds } = options
  const frames = createBodyFrames(framing)
  const reader = wire.createReader(options.reader)
  const path = new SplitPath(options)
  /** Bytes since the last complete event. */
  let open = 0
  let comment = false
  /** Long work, and its parts that are not returned yet. */
  let work: Generator<void, void> | undefined
  let ready: Part[] = []
  /** How many of the ready parts were returned. */
  let given = 0
  let isClosed = false

  return {
    push,
    close,
    // Before the end of the body, `ready` must be emptied, or the next bytes would overtake it. After it, `end` returns the last slice.
    isBehind: () => work !== undefined || (isClosed ? upToMost(ready, given) : given) < ready.length,
    goOn,
    end,
    fail,
    decide: () => path.decide(),
    isUndecided: () => path.isUndecided(),
    textFrame: () => (frames.isBetween() ? reader.textFrame?.() : undefined),
    passes: (part) => path.passes(part),
    catchUp: (part) => path.catchUp(part),
    isOver: () => reader.isOver?.() === true,
    isEnding: (choices) => reader.isEnding?.(choices) === true,
    wasComment: () => comment,
  }

  function push(bytes: Buffer): readonly Part[] {
    const found = frames.push(bytes)
    if (found.length === 0) {
      comment = frames.wasComment()
      open += bytes.length
      if (open > limit)
        throw new TooLargeError(`more than ${limit} bytes without an end, the limit that --answer-limit sets (in an app: answerLimit)`)
      return noParts
    }
    open = 0
    // If an event exceeds a bound, `fail` returns the parts of those before it.
    const out = ready
    const isSliceOver = createSlice(mostAtOnce)
    for (let index = 0; index < found.length; index++) {
      if (found[index]!.data.length > harmless || out.length > mostAtOnce || isSliceOver()) {
        comment = false
        work = inSteps().readAll(found.slice(index))
        return goOn()
      }
      read(found[index]!, out)
    }
    comment = out.length === 0 && found.at(-1)!.event === 'ping'
    return taken()
  }

  function close(): void {
    isClosed = true
    work = inSteps().last(frames.end())
    step()
  }

  /** @returns At most one slice, without the parts that `end` returns. */
  function goOn(): readonly Part[] {
    if (ready.length === given) step()
    const to = upToMost(ready, given)
    if (to === ready.length) return isClosed && work === undefined ? noParts : taken()
    const parts = ready.slice(given, to)
    given = to
    return parts
  }

  function step(): void {
    if (work?.next().done === true) work = undefined
  }

  function taken(): readonly Part[] {
    const parts = given === 0 ? ready : ready.slice(given)
    ready = []
    given = 0
    return parts
  }

  function end(): readonly Part[] {
    if (!isClosed) {
      isClosed = true
      const found = frames.end()
      if (found.some(({ data }) => data.length > harmless)) for (const _ of inSteps().last(found));
      else {
        for (const frame of found) read(frame, ready)
        finish()
      }
    }
    return taken()
  }

  /** Creates the generators that read long answers. Other answers do without, because V8 keeps memory for each generator function. */
  function inSteps() {
    return { last, readAll }

    function* last(found: readonly Frame[]): Generator<void, void> {
      yield* readAll(found)
      finish()
    }

    /** Reads in steps, each of which adds to `ready`. */
    function* readAll(found: readonly Frame[]): Generator<void, void> {
      let isSliceOver = createSlice(mostAtOnce)
      for (const frame of found) {
        if (frame.data.length > harmless) yield* readLong(frame)
        else read(frame, ready)
        if (ready.length <= mostAtOnce && !isSliceOver()) continue
        yield
        isSliceOver = createSlice(mostAtOnce)
      }
    }

    function* readLong(frame: Frame): Generator<void, void> {
      const values = yield* bounds.event(frame.data)
      const parts = reader.pushFrame(yield* parsed(frame))
      yield
      keep(frame, parts, values)
      for (const part of parts) {
        for (const piece of piecesOf(part)) {
          path.pushBounded([piece], ready)
          if (piece !== part || ready.length > mostAtOnce) yield
        }
      }
    }

    /** Parses long JSON in steps, which takes longer than reading the result. */
    function* parsed(frame: Frame): Generator<void, Frame> {
      if (frame.data.length <= jsonPerTurn || reader.keepsDigits === undefined) return frame
      const json = Buffer.from(frame.data)
      yield
      try {
        return { ...frame, parsed: { json: yield* parseInSteps(json, reader.keepsDigits(frame.data) ? undefined : noFields) } }
      } catch {
        return { ...frame, parsed: 'no JSON' }
      }
    }
  }

  function read(frame: Frame, out: Part[]): void {
    const parts = reader.pushFrame(frame)
    keep(frame, parts)
    path.pushBounded(parts, out)
  }

  function keep({ data }: Frame, parts: readonly Part[], values?: number): void {
    if (parts.length === 0) return bounds.kept(data, false, values)
    for (let at = 0; at < parts.length; at++) if (parts[at]!.type === 'native') return bounds.kept(data, true, values)
  }

  function finish(): void {
    path.pushBounded(reader.end(), ready)
  }

  function fail(message: string, code: string): readonly Part[] {
    // Without these parts, blocks would end that have not begun for the client.
    const out: Part[] = isClosed ? [] : [...taken()]
    work = undefined
    const ending = isClosed ? [{ type: 'end' } as const] : reader.end()
    // Released text comes before the error, because a client stops reading there. `end` comes after it.
    try {
      path.push(ending.slice(0, -1), out)
    } catch (exceeded) {
      // An answer may fail because it has too many choices. The surplus choices get no ending.
      if (!(exceeded instanceof TooLargeError)) throw exceeded
    }
    path.push([{ type: 'error', error: { message, code } }], out)
    path.push(ending.slice(-1), out)
    return out
  }
}

const noFields: ReadonlySet<string> = new Set()
