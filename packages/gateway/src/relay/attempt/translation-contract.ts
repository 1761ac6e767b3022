import type { Part, StreamContext, WireFormat } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { DeltaPart, StartPart } from '@reason/core/parts'
import type { ReaderOptions } from '@reason/core/wire'
import type { AnswerBounds } from '../../bounds/answer-bounds.ts'
import type { ReadFrame } from '../../fast-path/passage.ts'
import type { BodyFraming } from './body-frames.ts'
import type { TurnEnd } from './turn-end.ts'

/**
 * Translates the bytes of an upstream into split parts. `push` returns all parts of a read, unless the read is so long that other requests
 * would wait. Then the rest comes in slices.
 *
 * Methods, not getters: an object with its own getter costs a hidden class each time. That class keeps all that its closures hold from
 * the young generation's collector (1.2 µs instead of 0.1 µs, and four times the memory).
 */
export interface AnswerTranslation {
  /** @throws {TooLargeError} When a single event or a whole body exceeds the limit, or a count exceeds its bound. */
  push(bytes: Buffer): readonly Part[]
  /**
   * Reads the end of the upstream's body. The resulting work may wait.
   *
   * @throws {TooLargeError}
   */
  close(): void
  /** Some work waits. Until it is done, neither `push` nor `end` may be called. */
  isBehind(): boolean
  /**
   * Reads the next slice of the waiting work.
   *
   * @throws {TooLargeError}
   */
  goOn(): readonly Part[]
  /**
   * Returns the last parts.
   *
   * @throws {TooLargeError}
   */
  end(): readonly Part[]
  /** Ends an answer that broke off. Releases held text, and puts the error last. */
  fail(message: string, code: string): readonly Part[]
  /** Releases text of an unknown format after the time for holding it. */
  decide(): readonly Part[]
  /** Text is held because its format is not known yet. */
  isUndecided(): boolean
  /** Format of frames like the last one of the last read. Undefined unless all that was read has been parsed. */
  textFrame(): ReadFrame | undefined
  /** True if this text would come out unchanged. */
  passes(part: DeltaPart): boolean
  /** Reads text whose frames took the fast path. The frames are like the last one. */
  catchUp(part: DeltaPart): readonly Part[]
  /** The format's last event was read: the rest of the body has no meaning. */
  isOver(): boolean
  /** Each of the choices has a finish reason. A silent upstream is then done. */
  isEnding(choices: number): boolean
  /** The last read was a comment or a ping, which upstreams send as a keep-alive. */
  wasComment(): boolean
}

export interface TranslationOptions {
  /** Wire format of the upstream. */
  wire: WireFormat
  resolution: Resolution
  context: StreamContext
  reader: ReaderOptions
  framing: BodyFraming
  /** Longest event, and longest whole body, in bytes. */
  limit: number
  bounds: AnswerBounds
  /** Ends the answer at the end of its turn. Undefined: text after that is part of the answer. */
  turnEnd?: TurnEnd | undefined
  /** Gets each start part before any text is split. */
  onStart?: ((part: StartPart) => void) | undefined
  /** Gets every part as the upstream sent it: before splitting, unless tool calls stand in the text. */
  onRead?: ((part: Part) => void) | undefined
  /** Gets every part before splitting, even if tool calls stand in the text. */
  onUnsplit?: ((part: Part) => void) | undefined
}
