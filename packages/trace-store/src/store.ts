import type { GenerationRequest } from '@reason/core/pipeline'
import type { TraceFilter } from './tables/filter.ts'
import type { TraceSort } from './tables/sort-orders.ts'
import type { SignedHead } from './chain-head/head.ts'
import type { RecordOptions, TraceRecorder } from './recording/recorder.ts'
import type { TraceInput, TraceMode, TraceRecord, TraceSummary } from './record/record.ts'
import type { Snippet } from './search/snippet.ts'
import type { UsageBy } from './usage/groups.ts'
import type { UsageReport } from './usage/report.ts'
import type { StoreState } from './store-state.ts'
import type { Kept } from './writing/write-queue.ts'

export interface PageOptions {
  /** 1 to 1000. Default 50. */
  limit?: number | undefined
  /** `next` of the previous page. */
  after?: string | undefined
}

export interface ListOptions extends PageOptions {
  /** Largest first. Default: newest first. */
  sort?: TraceSort | undefined
}

export interface Page<T> {
  items: T[]
  /** Absent on the last page. */
  next?: string
  /** Number of stored traces that could not be read and are left out, because the file is damaged. Whether they match is unknown. Absent if there are none. */
  unreadable?: number
}

/** A found trace, with the text around the match. */
export interface SearchHit {
  trace: TraceSummary
  snippet: Snippet
}

/** Result of `verify`. */
export interface Verification {
  ok: boolean
  /** Number of links, deletions included. */
  links: number
  /** Number of traces that the chain covers. */
  traces: number
  /** Traces stored before audit mode, which the chain does not cover. */
  unchained: number
  /** The last link. Stored elsewhere with `links`, and later given as `known`, it shows that the chain was not rebuilt. */
  head: string
  /** The first 100 problems. */
  problems: string[]
  /** Limits of the verification, although there is no problem. */
  notes: string[]
  /** The head stored apart from the rows. Absent if the store has none, or it cannot be used. */
  signed?: SignedHead
}

/** A link that the chain had: `links` and `head` of an earlier verification, or of a copy of a head. */
export interface KnownLink {
  links: number
  head: string
}

export interface ExportOptions {
  /** Called with the number of traces that could not be read and are left out, each time there are some. */
  onUnreadable?: (count: number) => void
}

/** A store of traces in SQLite or PostgreSQL. */
export interface TraceStore {
  /**
   * Stores a trace, reduced to the mode. Resolves when it is safe, with its location: the database, or the synchronised journal. Undefined if the mode stores
   * nothing.
   *
   * @throws {ReasonError} `REASON_STORE_FULL`, `REASON_STORE_DOWN`: it was not stored
   * @throws {TypeError} for an invalid id
   */
  append(record: TraceInput, options?: { mode?: TraceMode | undefined }): Promise<Kept | undefined>
  /** Observes a generation, and stores it when `finish()` is called. The request is read only then, because its adapter may not be known before. */
  record(request: GenerationRequest, options?: RecordOptions): TraceRecorder
  /** Lists traces, newest first or sorted. */
  list(filter?: TraceFilter, page?: ListOptions): Promise<Page<TraceSummary>>
  get(id: string): Promise<TraceRecord | undefined>
  /** Finds traces whose reasoning contains all words, newest first. Any text is a valid query: words, `"a phrase"`, `begin*`, `-without`. */
  search(query: string, filter?: TraceFilter, page?: PageOptions): Promise<Page<SearchHit>>
  /**
   * Lists traces stored since `after`, in order of storing. Call it again with `next`, which is always present. `after` may be `start`. Default: the current
   * end.
   */
  tail(filter?: TraceFilter, page?: PageOptions): Promise<Page<TraceSummary> & { next: string }>
  /**
   * Adds up the tokens of the stored traces by group.
   *
   * @param by - Grouping: `model`, `tenant`, `key`, `day` …, or `metadata.NAME`.
   * @param options - `limit`: most groups in the report, 1 to 10 000, default 100. The total covers all groups.
   * @throws {TypeError} If `by` is unknown.
   */
  usage(by: UsageBy, filter?: TraceFilter, options?: { limit?: number | undefined }): Promise<UsageReport>
  /** Exports all matching traces, newest first. Traces stored meanwhile may be included. `jsonl` can be imported again. */
  export(filter: TraceFilter, format: 'jsonl' | 'csv', options?: ExportOptions): AsyncIterable<string>
  export(filter: TraceFilter, format: 'parquet', options?: ExportOptions): AsyncIterable<Uint8Array>
  /** Appends many traces. Existing ids are skipped. If `records` throws, the earlier ones are stored. @returns Number of given records. */
  import(records: AsyncIterable<TraceInput> | Iterable<TraceInput>): Promise<number>
  /** Deletes traces created before a time, of one class or of all. @returns Number of deleted traces. */
  pruneOlderThan(time: number | Date, options?: { class?: string | undefined }): Promise<number>
  /** Deletes by the retention rules of the store. @returns Number of deleted traces. */
  prune(): Promise<number>
  /** Deletes a trace: row, index, journal. In audit mode, its digest stays. @returns Whether the trace existed. */
  delete(id: string): Promise<boolean>
  /** Deletes all traces of a session: rows, index, journal. In audit mode, their digests stay. @returns Number of deleted traces. */
  deleteSession(session: string): Promise<number>
  /**
   * Verifies the chain of digests against the traces. Only in audit mode.
   *
   * @param options - `known`: links that the chain must still contain.
   */
  verify(options?: { known?: readonly KnownLink[] }): Promise<Verification>
  state(): StoreState
  /** Stores waiting traces, and closes the store. */
  close(): Promise<void>
}
