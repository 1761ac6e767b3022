import type { ErrorPart } from '@reason/core/parts'
import type { ContentSink, Loose } from '@reason/wire-kit'

export interface MessageHead {
  id: string
  model: string
  /** Returns the usage that is known when it is called. An estimate takes a few milliseconds. */
  counts(): MessageCounts
}

export interface MessageCounts {
  usage: Loose
  /** The input tokens are an estimate. */
  isEstimated: boolean
}

export interface MessageEnding {
  stopReason: string
  /** Undefined if the upstream reported none: the counts of the head stand. */
  usage: Loose | undefined
  /** Fields of a message beside its content: `container`, `stop_sequence` and others. */
  fields: ReadonlyMap<string, unknown>
}

/** Destination of a written message: frames, or a whole body. */
export interface WrittenMessageSink extends Omit<ContentSink, 'openText' | 'openCall'> {
  /** Called once, before anything else. */
  start(head: MessageHead): void
  /** @param fields - Additional fields of the block. */
  openText(index: number, fields: Loose): void
  openCall(index: number, call: { id: string; name: string }, fields: Loose): void
  /** Writes a separate event. Returns false if there is no place for it. */
  event(name: string, value: unknown): boolean
  /** Called last, after `start`. */
  stop(ending: MessageEnding): void
  /** Called in place of `stop`, possibly without `start`. */
  fail(error: ErrorPart['error']): void
}
