import type { ErrorPart } from '@reason/core/parts'
import type { ContentSink, Loose } from '@reason/wire-kit'

export interface ConverseEnding {
  stopReason: string
  usage: Loose
  /** Fields of a response beside its message: `metrics`, `additionalModelResponseFields`. */
  fields: ReadonlyMap<string, unknown>
}

/** Destination of a written response: frames, or a whole body. */
export interface ConverseSink extends ContentSink {
  /** Called once, before anything else. */
  start(): void
  /** Called last, after `start`. */
  stop(ending: ConverseEnding): void
  /** Called in place of `stop`, possibly without `start`. */
  fail(error: ErrorPart['error']): void
}
