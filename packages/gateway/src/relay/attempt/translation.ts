import { noParts, type Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { createSplitStage, withFieldAnswers } from '@reason/core/pipeline'
import type { Frame } from '@reason/core/wire'
import { harmless, TooLargeError } from '../../bounds/answer-bounds.ts'
import { parseInSteps } from '../../event-loop/json-parsing.ts'
import { createSlice, jsonPerTurn } from '../../event-loop/slices.ts'
import { createBodyFrames } from './body-frames.ts'
import { mostAtOnce, piecesOf, upToMost } from './part-slices.ts'
import type { AnswerTranslation, TranslationOptions } from './translation-contract.ts'

export function createTranslation({
  wire,
  resolution,
  context,
  reader: readerOptions,
  framing,
  limit,
  bounds,
  turnEnd,
  onStart,
  onRead,
  onUnsplit,
}: TranslationOptions): AnswerTranslation {
  const { adapter } = resolution
  const frames = createBodyFrames(framing)
  const reader = wire.createReader(readerOptions)
  const splitContext = { ...resolution.context, ...context }
  const split =
    adapter.id === 'plain' ? undefined : withFieldAnswers(createSplitStage({ adapter, context: splitContext }), adapter, splitContext)
  const readsSplit = split !== undefined && adapter.capabilities.toolCalls === true
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
    decide,
    isUndecided: () => split?.isUndecided?.() === true,
    textFrame: () => (frames.isBetween() ? reader.textFrame?.() : undefined),
    passes: (part) => split === undefined || split.passes?.(part) === true,
    catchUp,
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
          const from = ready.length
          through([piece], ready)
          bound(ready, from)
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
    const from = out.length
    const parts = reader.pushFrame(frame)
    keep(frame, parts)
    through(parts, out)
    bound(out, from)
  }

  function keep({ data }: Frame, parts: readonly Part[], values?: number): void {
    if (parts.length === 0) return bounds.kept(data, false, values)
    for (let at = 0; at < parts.length; at++) if (parts[at]!.type === 'native') return bounds.kept(data, true, values)
  }

  function finish(): void {
    const from = ready.length
    through(reader.end(), ready)
    bound(ready, from)
  }

  /** Checks the parts from an index on. Leaves out the one that exceeds a bound, and those behind it. */
  function bound(out: Part[], from: number): void {
    let at = from
    try {
      for (; at < out.length; at++) bounds.part(out[at]!)
    } catch (error) {
      out.length = at
      throw error
    }
  }

  function fail(message: string, code: string): readonly Part[] {
    // Without these parts, blocks would end that have not begun for the client.
    const out: Part[] = isClosed ? [] : [...taken()]
    work = undefined
    const ending = isClosed ? [{ type: 'end' } as const] : reader.end()
    // Released text comes before the error, because a client stops reading there. `end` comes after it.
    try {
      through(ending.slice(0, -1), out)
    } catch (exceeded) {
      // An answer may fail because it has too many choices. The surplus choices get no ending.
      if (!(exceeded instanceof TooLargeError)) throw exceeded
    }
    through([{ type: 'error', error: { message, code } }], out)
    through(ending.slice(-1), out)
    return out
  }

  function decide(): readonly Part[] {
    const parts = split?.decide?.('timeout') ?? noParts
    if (turnEnd === undefined || parts.length === 0) return parts
    const out: Part[] = []
    for (const part of parts) turnEnd.push(part, out)
    return out
  }

  function catchUp(part: DeltaPart): readonly Part[] {
    const out: Part[] = []
    through([part], out)
    bounds.passed(part)
    return out
  }

  function through(parts: readonly Part[], out: Part[]): void {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!
      bounds.choice(part)
      if (part.type === 'start') onStart?.(part)
      onUnsplit?.(part)
      if (!readsSplit) onRead?.(part)
      if (split === undefined) out.push(part)
      else showAll(split.push(part), out)
    }
  }

  // Loops by index. Some lists are frozen, and over two kinds of lists V8 makes a call for each element of an iteration.
  function showAll(parts: readonly Part[], out: Part[]): void {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!
      if ((part.type === 'delta' || part.type === 'tool-call-delta') && part.text.length > harmless)
        for (const piece of piecesOf(part)) show(piece, out)
      else show(part, out)
    }
  }

  function show(part: Part, out: Part[]): void {
    const from = out.length
    if (turnEnd === undefined) out.push(part)
    else turnEnd.push(part, out)
    if (readsSplit && onRead !== undefined) for (let at = from; at < out.length; at++) onRead(out[at]!)
  }
}

const noFields: ReadonlySet<string> = new Set()
