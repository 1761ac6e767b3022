import { noParts, type Part, type StreamContext, type WireFormat } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { DeltaPart, StartPart } from '@reason/core/parts'
import { createSplitStage, withFieldAnswers } from '@reason/core/pipeline'
import type { Frame, ReaderOptions } from '@reason/core/wire'
import { harmless, TooLargeError, type AnswerBounds } from '../bounds/answer-bounds.ts'
import { parseInSteps } from '../event-loop/json-parsing.ts'
import { jsonPerTurn } from '../event-loop/slices.ts'
import { textPieces } from '../event-loop/text-pieces.ts'
import { createBodyFrames, type BodyFraming } from './body-frames.ts'
import type { ReadFrame } from '../fast-path/passage.ts'
import type { TurnEnd } from './turn-end.ts'

/**
 * Bytes of an upstream to parts, split. Synchronous: what a read brings is out when `push` returns, unless it is so much that others would wait. Then
 * the rest comes in slices.
 *
 * Methods, no getters: an object with a getter of its own costs a hidden class each time, which keeps all that its
 * closures hold from the young generation's collector (1.2 µs in place of 0.1 µs, and four times the memory).
 */
export interface Translation {
  /** @throws {TooLargeError} When a single event, or a whole body, is longer than allowed, or has more of something. */
  push(bytes: Buffer): readonly Part[]
  /**
   * The upstream's body is over. What that brings may wait.
   *
   * @throws {TooLargeError}
   */
  close(): void
  /** Some of what was pushed waits: nothing else may be pushed, nor the end asked for. */
  isBehind(): boolean
  /**
   * The next slice of what waits.
   *
   * @throws {TooLargeError}
   */
  goOn(): readonly Part[]
  /**
   * The last parts.
   *
   * @throws {TooLargeError}
   */
  end(): readonly Part[]
  /** It broke off. What was held is released, and the error is the last that is said. */
  fail(message: string, code: string): readonly Part[]
  /** The time for holding text of an unknown format has run out. */
  decide(): readonly Part[]
  /** Text is held because its format is not known yet. */
  isUndecided(): boolean
  /** What frames like the last one of the last read look like, where all that was read has been understood. */
  textFrame(): ReadFrame | undefined
  /** Whether this text would come out as it is. */
  passes(part: DeltaPart): boolean
  /** Text that was read, whose frames were not pushed: they are like the last one. */
  later(part: DeltaPart): readonly Part[]
  /** The last read was a comment or a ping: an upstream's way of saying that it is still there. */
  wasComment(): boolean
}

export interface TranslationOptions {
  /** What the upstream speaks. */
  wire: WireFormat
  resolution: Resolution
  context: StreamContext
  reader: ReaderOptions
  framing: BodyFraming
  /** Longest event, and longest whole body, in bytes. */
  limit: number
  bounds: AnswerBounds
  /** Ends the answer where its text says so. Undefined: text that comes after is part of the answer. */
  turnEnd?: TurnEnd | undefined
  /** Shown each answer's beginning, before any of its text is split. */
  onStart?: ((part: StartPart) => void) | undefined
  /** Shown every part as the upstream sent it: before splitting, unless the calls stand in the text. */
  onRead?: ((part: Part) => void) | undefined
  /** Shown every part before splitting, wherever the calls stand. */
  onUnsplit?: ((part: Part) => void) | undefined
}

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
}: TranslationOptions): Translation {
  const { adapter } = resolution
  const frames = createBodyFrames(framing)
  const reader = wire.createReader(readerOptions)
  const splitContext = { ...resolution.context, ...context }
  const split =
    adapter.id === 'plain' ? undefined : withFieldAnswers(createSplitStage({ adapter, context: splitContext }), adapter, splitContext)
  const readsSplit = split !== undefined && adapter.capabilities.toolCalls === true
  /** Bytes since the last whole event. */
  let open = 0
  let comment = false
  /** Long work, and what came of it that is not out yet. */
  let work: Generator<void, void> | undefined
  let ready: Part[] = []
  /** How many of these are out. */
  let given = 0
  let isClosed = false

  return {
    push,
    close,
    // Before the end of the body nothing may stay in `ready`: the next bytes would overtake it. After it, `end` gives the last slice.
    isBehind: () => work !== undefined || (isClosed ? upToMost(ready, given) : given) < ready.length,
    goOn,
    end,
    fail,
    decide,
    isUndecided: () => split?.isUndecided?.() === true,
    textFrame: () => (frames.isBetween() ? reader.textFrame?.() : undefined),
    passes: (part) => split === undefined || split.passes?.(part) === true,
    later,
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
    const out: Part[] = []
    for (let index = 0; index < found.length; index++) {
      if (found[index]!.data.length > harmless || out.length > mostAtOnce || index > mostAtOnce) {
        comment = false
        ready = out
        work = inSteps().readAll(found.slice(index))
        return goOn()
      }
      read(found[index]!, out)
    }
    comment = out.length === 0 && found.at(-1)!.event === 'ping'
    return out
  }

  function close(): void {
    isClosed = true
    work = inSteps().last(frames.end())
    step()
  }

  /** @returns No more than others wait for, and nothing of what `end` returns. */
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

  /** Makes the readers of long answers. Only these need them, and V8 keeps memory for each generator function that is made. */
  function inSteps() {
    return { last, readAll }

    function* last(found: readonly Frame[]): Generator<void, void> {
      yield* readAll(found)
      finish()
    }

    /** In steps, each of which adds to what is ready. */
    function* readAll(found: readonly Frame[]): Generator<void, void> {
      let steps = 0
      for (const frame of found) {
        if (frame.data.length > harmless) yield* readLong(frame)
        else read(frame, ready)
        if (++steps % mostAtOnce === 0 || ready.length > mostAtOnce) yield
      }
    }

    function* readLong(frame: Frame): Generator<void, void> {
      yield* bounds.event(frame.data)
      const parts = reader.pushFrame(yield* parsed(frame))
      for (const part of parts) {
        for (const piece of piecesOf(part)) {
          const from = ready.length
          through([piece], ready)
          bound(ready, from)
          if (piece !== part || ready.length > mostAtOnce) yield
        }
      }
    }

    /** Parsing takes longer than reading what was parsed. */
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
    through(reader.pushFrame(frame), out)
    bound(out, from)
  }

  function finish(): void {
    const from = ready.length
    through(reader.end(), ready)
    bound(ready, from)
  }

  function bound(out: readonly Part[], from: number): void {
    for (let at = from; at < out.length; at++) bounds.part(out[at]!)
  }

  function fail(message: string, code: string): readonly Part[] {
    // Else blocks would end that have not begun for the client.
    const out: Part[] = isClosed ? [] : [...taken()]
    work = undefined
    const ending = isClosed ? [{ type: 'end' } as const] : reader.end()
    // Before the last part, `end`, and after what held the text back: a client stops reading at an error.
    try {
      through(ending.slice(0, -1), out)
    } catch (exceeded) {
      // It breaks off because it has too many choices: those get no ending.
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

  function later(part: DeltaPart): readonly Part[] {
    const out: Part[] = []
    through([part], out)
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

  // Some lists are frozen, and V8 walks through lists of two kinds by a call for each element: an index does not.
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

/** Parts, and events, that are read in one slice: some milliseconds of work. */
const mostAtOnce = 500

/** Up to which of these parts they are no more than one slice. */
function upToMost(parts: readonly Part[], from: number): number {
  let weight = 0
  let to = from
  while (to < parts.length && weight < mostAtOnce) {
    const part = parts[to++]!
    weight += 'text' in part ? 1 + part.text.length / charsPerPart : 1
  }
  return to
}

/** So much text costs rules and writers as much as another part. */
const charsPerPart = 32

const noFields: ReadonlySet<string> = new Set()

/** A long text as several, as if the upstream had sent it so: how a text is cut changes nothing. */
function piecesOf(part: Part): readonly Part[] {
  if ((part.type !== 'delta' && part.type !== 'tool-call-delta') || part.text.length <= harmless) return [part]
  return Array.from(textPieces(part.text, pieceLength), (text) => ({ ...part, text }))
}

/** In UTF-16 units. */
const pieceLength = 8192
