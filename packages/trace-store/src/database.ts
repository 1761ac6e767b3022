import type { Kysely } from 'kysely'
import type { ChainEnd } from './chain/chain-end.ts'
import type { TraceFilter } from './tables/filter.ts'
import type { TraceSort } from './tables/sort-orders.ts'
import type { RecordJson } from './record/record.ts'
import type { TraceRow } from './tables/row.ts'
import type { Query } from './search/query.ts'
import type { TraceTables } from './tables/schema.ts'
import type { Grouping } from './usage/groups.ts'
import type { UsagePiece } from './usage/report.ts'

export interface RowPage<R> {
  rows: R[]
  /** Cursor of the next page. Absent on the last page. */
  next?: string
  /** Names of rows that could not be read, because the file is damaged. The names are stable. */
  damaged?: readonly string[]
}

export interface PageRequest {
  limit: number
  /** Only for lists. */
  sort?: TraceSort | undefined
  after?: string | undefined
}

/** Selects traces to delete: created before a time, of one class, or of all classes but some. */
export interface PruneRule {
  before: number
  class?: string | undefined
  exceptClasses?: readonly string[] | undefined
}

export type SummaryRow = Omit<TraceRow, 'reasoning_text'>

/** Operations that SQLite and PostgreSQL implement differently. All reject while the database is unavailable. */
export interface Database {
  kind: 'sqlite' | 'postgres'
  /** For queries that are the same in both. */
  db(): Kysely<TraceTables>
  /** Opens the database, and migrates its tables to this version. May be called again after a failure. */
  connect(): Promise<void>
  /** Inserts all records or none. Records with an existing id are skipped. @returns Number of new records. */
  insert(records: readonly RecordJson[]): Promise<number>
  /** Whether the record caused the failure, so that a retry is useless. */
  isRecordFault(error: unknown): boolean
  list(filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow>>
  /** Like `list`, with texts, for exports. A page of long texts has fewer rows. */
  full(filter: TraceFilter, page: PageRequest): Promise<RowPage<TraceRow>>
  /** @param map - Applied to each row with its text, because the texts of a whole page may not fit into memory. */
  search<T>(query: Query, filter: TraceFilter, page: PageRequest, map: (row: TraceRow) => Promise<T>): Promise<RowPage<T>>
  get(id: string): Promise<TraceRow | undefined>
  /** Lists in order of storing. `next` is always present, for the next call. */
  tail(filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow> & { next: string }>
  /** Yields one or several pieces, which may share groups. */
  usage(grouping: Grouping, filter: TraceFilter): AsyncIterable<UsagePiece>
  /** The end of the chain, and its link at `position`, at the same moment. */
  chainEnd(position: number): Promise<ChainEnd>
  /** Deletes all traces of a session, or one trace by its id. */
  deleteTraces(which: { session: string } | { id: string }): Promise<number>
  prune(rule: PruneRule): Promise<number>
  /** Data loss found when the database was opened, with the remedy. */
  damage(): string | undefined
  close(): Promise<void>
}
