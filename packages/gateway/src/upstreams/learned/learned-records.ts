import type { StartRecord } from '@reason/core/start'
import type { LimitRecord } from '../model-limits/limit-memory.ts'

/** What is kept of one upstream. */
export interface UpstreamRecord {
  /** Its address and format. */
  place: string
  starts: readonly StartRecord[]
  limits: readonly LimitRecord[]
  /** What its server said that it is, by model. */
  identities: readonly (readonly [string, string])[]
}

/** Keeps what was learned for the next start. A file that is lost costs what it saved: models are learned of anew. */
export interface LearnedFile {
  /** What there was. Empty: the file was missing, damaged, or of another version. */
  readonly records: readonly UpstreamRecord[]
  /**
   * Written some seconds later, with all that has changed by then.
   *
   * @param records - Lists the upstreams. Each is copied and written in a turn of its own: a full one takes 5 ms.
   */
  changed(records: () => readonly (() => UpstreamRecord)[]): void
  /** Writes what has changed. */
  close(): Promise<void>
}
