import type { Loose } from '../values/loose.ts'

/** Reads the content blocks of a message, from events or whole. */
export interface BlockReader {
  start(event: Loose): void
  delta(event: Loose): void
  stop(event: Loose): void
  /** Reads the `content` of a whole message. */
  whole(content: unknown): void
  /** Ends all blocks at the end of the response. @param complete - True if the message was finished. */
  flush(complete: boolean): void
}
