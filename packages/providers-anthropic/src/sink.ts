import type { ErrorPart } from '@reason/core/parts'
import type { ContentSink, Loose } from '@reason/wire-kit'

export interface MessageHead {
  id: string
  model: string
  usage: Loose
}

export interface MessageEnding {
  stopReason: string
  usage: Loose
  /** `container`, `stop_sequence` and what else a message says beside its content. */
  fields: ReadonlyMap<string, unknown>
}

/** Where a written message goes: frames, or a whole body. */
export interface MessageSink extends Omit<ContentSink, 'openText' | 'openCall'> {
  /** Once, before anything else. */
  start(head: MessageHead): void
  /** @param fields - Of the block, beside its own. */
  openText(index: number, fields: Loose): void
  openCall(index: number, call: { id: string; name: string }, fields: Loose): void
  citation(index: number, citation: unknown): void
  /** A block that was kept as it is: a server tool, its result. */
  block(index: number, block: Loose): void
  /** An event of its own. False: there is no place for it. */
  event(name: string, value: unknown): boolean
  /** The last thing; `start` has been. */
  stop(ending: MessageEnding): void
  /** In place of `stop`; perhaps without `start`. */
  fail(error: ErrorPart['error']): void
}
