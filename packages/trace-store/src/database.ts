import type { Kysely } from 'kysely'
import type { ChainEnd } from './chain-end.ts'
import type { TraceFilter } from './filter.ts'
import type { TraceSort } from './rank.ts'
import type { RecordJson } from './record.ts'
import type { Row } from './row.ts'
import type { Query } from './search/query.ts'
import type { Tables } from './schema.ts'
import type { Grouping } from './usage/groups.ts'
import type { UsagePiece } from './usage/report.ts'

/** A page of rows as a database finds them. */
export interface Found<R> {
  rows: R[]
  /** Where the next page begins. Absent: this is the last one. */
  next?: string
  /** Rows that could not be read, as the file is damaged there; what they are called by is the same each time. */
  damaged?: readonly string[]
}

export interface PageRequest {
  limit: number
  /** Only of a list. */
  sort?: TraceSort | undefined
  after?: string | undefined
}

/** Which traces go: from before a time, of one class or of all but some. */
export interface PruneRule {
  before: number
  class?: string | undefined
  exceptClasses?: readonly string[] | undefined
}

export type SummaryRow = Omit<Row, 'reasoning_text'>

/** What SQLite and PostgreSQL each do in their own way. Everything rejects while the database cannot be had. */
export interface Database {
  kind: 'sqlite' | 'postgres'
  /** For what both do alike. */
  db(): Kysely<Tables>
  /** Opens it, with its tables as this version has them. May be called again after it failed. */
  connect(): Promise<void>
  /** All or nothing; one whose id is there already is left out. @returns how many were not there */
  insert(records: readonly RecordJson[]): Promise<number>
  /** The failure is of what was to be stored: trying again is of no use. */
  isRecordFault(error: unknown): boolean
  list(filter: TraceFilter, page: PageRequest): Promise<Found<SummaryRow>>
  /** With texts, for those who export: a page ends sooner where they are long. */
  full(filter: TraceFilter, page: PageRequest): Promise<Found<Row>>
  /** @param map - Of each row with its text what is wanted of it: the texts of a whole page may be more than there is memory. */
  search<T>(query: Query, filter: TraceFilter, page: PageRequest, map: (row: Row) => Promise<T>): Promise<Found<T>>
  get(id: string): Promise<Row | undefined>
  /** In the order of storing. `next` is always there: from where to ask again. */
  tail(filter: TraceFilter, page: PageRequest): Promise<Found<SummaryRow> & { next: string }>
  /** In one piece or several, which may have groups in common. */
  usage(grouping: Grouping, filter: TraceFilter): AsyncIterable<UsagePiece>
  /** The end of the chain of digests, and its link at `position`, both of one moment. */
  chainEnd(position: number): Promise<ChainEnd>
  /** All of a session, or one by its id. */
  deleteTraces(which: { session: string } | { id: string }): Promise<number>
  prune(rule: PruneRule): Promise<number>
  /** What was found to be lost when it was opened, and what to do. */
  damage(): string | undefined
  close(): Promise<void>
}
