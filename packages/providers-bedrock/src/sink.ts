import type { ErrorPart } from '@reason/core/parts'
import type { ContentSink, Loose } from '@reason/wire-kit'

export interface ConverseEnding {
  stopReason: string
  usage: Loose
  /** What a response says beside its message: `metrics`, `additionalModelResponseFields`. */
  fields: ReadonlyMap<string, unknown>
}

/** Where a written response goes: frames, or a whole body. */
export interface ConverseSink extends ContentSink {
  /** Once, before anything else. */
  start(): void
  citation(index: number, citation: unknown): void
  /** A block that was kept as it is: an object with one field. */
  block(index: number, block: Loose): void
  /** The last thing; `start` has been. */
  stop(ending: ConverseEnding): void
  /** In place of `stop`; perhaps without `start`. */
  fail(error: ErrorPart['error']): void
}
