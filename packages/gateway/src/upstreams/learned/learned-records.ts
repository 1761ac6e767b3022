import type { StartRecord } from '@reason/core/start'
import type { LimitRecord } from '../model-limits/limit-memory.ts'

/** Stored facts about one upstream. */
export interface UpstreamRecord {
  /** Address and format of the upstream. */
  place: string
  starts: readonly StartRecord[]
  limits: readonly LimitRecord[]
  /** Identity of its server, by model. */
  identities: readonly (readonly [string, string])[]
}

/** Stores learned facts for the next start. If the file is lost, the facts are learned again. */
export interface LearnedFile {
  /** Records at the start. Empty if the file was missing, damaged, or of another version. */
  readonly records: readonly UpstreamRecord[]
  /**
   * Schedules a write a few seconds later, which includes all changes until then.
   *
   * @param records - Lists the upstreams. Each is copied and written in a turn of its own, because a full one takes 5 ms.
   */
  changed(records: () => readonly (() => UpstreamRecord)[]): void
  /** Writes pending changes. */
  close(): Promise<void>
}
