import { noParts, type Part, type StreamContext, type WireFormat } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { DeltaPart, StartPart } from '@reason/core/parts'
import { createSplitStage, withFieldAnswers } from '@reason/core/pipeline'
import type { Frame, ReaderOptions } from '@reason/core/wire'
import { TooLargeError, type AnswerBounds } from '../bounds/answer-bounds.ts'
import { createBodyFrames, type BodyFraming } from './body-frames.ts'
import type { ReadFrame } from '../fast-path/passage.ts'
import type { TurnEnd } from './turn-end.ts'

/**
 * Bytes of an upstream to parts, split. Synchronous: what a read brings is out when `push` returns.
 *
 * Methods, no getters: an object with a getter of its own costs a hidden class each time, which keeps all that its
 * closures hold from the young generation's collector (1.2 µs in place of 0.1 µs, and four times the memory).
 */
export interface Translation {
  /** @throws {TooLargeError} When a single event, or a whole body, is longer than allowed, or has more of something. */
  push(bytes: Buffer): readonly Part[]
  /**
   * The upstream's body is over.
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

  return {
    push,
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
    for (const frame of found) read(frame, out)
    comment = out.length === 0 && found.at(-1)!.event === 'ping'
    return out
  }

  function end(): readonly Part[] {
    const out: Part[] = []
    for (const frame of frames.end()) read(frame, out)
    through(reader.end(), out)
    return out
  }

  function read(frame: Frame, out: Part[]): void {
    bounds.event(frame.data)
    const from = out.length
    through(reader.pushFrame(frame), out)
    for (let at = from; at < out.length; at++) bounds.part(out[at]!)
  }

  function fail(message: string, code: string): readonly Part[] {
    const out: Part[] = []
    const ending = reader.end()
    // Before the last part, `end`, and after what held the text back: a client stops reading at an error.
    through(ending.slice(0, -1), out)
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
    for (const part of parts) {
      if (part.type === 'start') onStart?.(part)
      onUnsplit?.(part)
      if (!readsSplit) onRead?.(part)
      if (split === undefined) out.push(part)
      else for (const done of split.push(part)) show(done, out)
    }
  }

  function show(part: Part, out: Part[]): void {
    const from = out.length
    if (turnEnd === undefined) out.push(part)
    else turnEnd.push(part, out)
    if (readsSplit && onRead !== undefined) for (let at = from; at < out.length; at++) onRead(out[at]!)
  }
}
