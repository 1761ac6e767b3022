import type { GenerationRequest } from '@reason/core/pipeline'
import type { TraceFilter } from './filter.ts'
import type { TraceSort } from './rank.ts'
import type { SignedHead } from './chain-head/head.ts'
import type { RecordOptions, TraceRecorder } from './recorder.ts'
import type { TraceInput, TraceMode, TraceRecord, TraceSummary } from './record.ts'
import type { Snippet } from './search/snippet.ts'
import type { UsageBy } from './usage/groups.ts'
import type { UsageReport } from './usage/report.ts'
import type { Kept, StoreState } from './writer.ts'

export interface PageOptions {
  /** 1 to 1000. Default 50. */
  limit?: number | undefined
  /** The `next` of the page before. */
  after?: string | undefined
}

export interface ListOptions extends PageOptions {
  /** The traces with most of it first. Default: the newest first. */
  sort?: TraceSort | undefined
}

export interface Page<T> {
  items: T[]
  /** Absent: there are no more. */
  next?: string
  /** How many stored traces could not be read and are left out, as the file is damaged: of these, nothing says whether they fit. Absent: none. */
  unreadable?: number
}

export interface SearchHit {
  trace: TraceSummary
  snippet: Snippet
}

export interface Verification {
  ok: boolean
  /** Links of the chain, deletions included. */
  links: number
  /** Traces that the chain vouches for. */
  traces: number
  /** Traces from before audit mode was on: nothing vouches for them. */
  unchained: number
  /** The last link. Kept elsewhere with `links`, and given as `known` later, it shows that the chain was not made anew. */
  head: string
  /** What does not fit, the first 100. */
  problems: string[]
  /** What this does not show, though nothing is wrong. */
  notes: string[]
  /** The head that is kept apart from the rows. Absent: the store was opened without one, or it cannot be used. */
  signed?: SignedHead
}

/** A link that a chain had: `links` and `head` of an earlier verification, or of a copy of a head. */
export interface KnownLink {
  links: number
  head: string
}

export interface ExportOptions {
  /** Called with how many traces could not be read and are left out, as often as there are some. */
  onUnreadable?: (count: number) => void
}

export interface TraceStore {
  /**
   * Stores one trace, as much of it as the mode allows. Resolves when it is safe, with where it is: in the database, or synchronised in the
   * journal. Undefined: the mode allows nothing.
   *
   * @throws {ReasonError} `REASON_STORE_FULL`, `REASON_STORE_DOWN`: it was not stored
   * @throws {TypeError} on an id that is none
   */
  append(record: TraceInput, options?: { mode?: TraceMode | undefined }): Promise<Kept | undefined>
  /** Watches a generation, and stores it when `finish()` is called, which is also when the request is read: its adapter may be known only then. */
  record(request: GenerationRequest, options?: RecordOptions): TraceRecorder
  /** Newest first, or sorted. */
  list(filter?: TraceFilter, page?: ListOptions): Promise<Page<TraceSummary>>
  get(id: string): Promise<TraceRecord | undefined>
  /** Traces whose reasoning has all words, newest first. Any text is a valid query: words, `"a phrase"`, `begin*`, `-without`. */
  search(query: string, filter?: TraceFilter, page?: PageOptions): Promise<Page<SearchHit>>
  /**
   * What was stored since, in the order of storing: ask again with `next`, which is always there. `after` may be `start`; absent, it
   * is now.
   */
  tail(filter?: TraceFilter, page?: PageOptions): Promise<Page<TraceSummary> & { next: string }>
  /**
   * Adds up the tokens of the stored traces by group.
   *
   * @param by - What to group by: `model`, `tenant`, `key`, `day` …, or `metadata.NAME`.
   * @param options - `limit`: most groups in the report, 1 to 10 000, default 100. The total covers all groups.
   * @throws {TypeError} If `by` is unknown.
   */
  usage(by: UsageBy, filter?: TraceFilter, options?: { limit?: number | undefined }): Promise<UsageReport>
  /** All of it, newest first, as it was when it began or later. `jsonl` can be imported again. */
  export(filter: TraceFilter, format: 'jsonl' | 'csv', options?: ExportOptions): AsyncIterable<string>
  export(filter: TraceFilter, format: 'parquet', options?: ExportOptions): AsyncIterable<Uint8Array>
  /** Appends many. What has an id that is there already is left out. What `records` gave before it threw is stored. @returns how many were given */
  import(records: AsyncIterable<TraceInput> | Iterable<TraceInput>): Promise<number>
  /** Deletes what was created before a time, of one class or of all. @returns how many went */
  pruneOlderThan(time: number | Date, options?: { class?: string | undefined }): Promise<number>
  /** Deletes by the retention that the store was opened with. */
  prune(): Promise<number>
  /** Deletes one trace: row, index, journal. In audit mode its digest stays. @returns whether the store had it */
  delete(id: string): Promise<boolean>
  /** Deletes all of a session: rows, index, journal. In audit mode digests stay. @returns how many went */
  deleteSession(session: string): Promise<number>
  /**
   * Checks the chain of digests against the traces. Only in audit mode.
   *
   * @param options - `known`: links that the chain still has to have.
   */
  verify(options?: { known?: readonly KnownLink[] }): Promise<Verification>
  state(): StoreState
  /** Stores what waits, and ends. */
  close(): Promise<void>
}
