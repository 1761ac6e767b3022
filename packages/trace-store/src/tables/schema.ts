import type { TraceRow } from './row.ts'

/** The tables of both databases, for Kysely. */
export interface TraceTables {
  reasoning_traces: TraceRow & {
    /** SQLite: time and a counter. The order of lists, and row id of the full-text index. */
    seq: number
    /** SQLite: order of storing. */
    stored: number
    /** PostgreSQL: words of the text. */
    search: string
  }
  trace_chain: ChainRow
  /** SQLite: the full-text index. `MATCH` is applied to the column with the name of the table. */
  reasoning_traces_text: { rowid: number; reasoning_traces_text: string }
  /** PostgreSQL: time of a trace, which locates it, and the transaction that stored it. */
  trace_ids: { id: string; created_at: number; tx: string }
}

/** A link of the chain of digests. */
export interface ChainRow {
  position: number
  kind: 'trace' | 'deletion'
  /** SHA-256 of the trace's id. The link outlives the trace, and must not reveal it. */
  id_hash: string
  /** Digest of the stored trace. For a deletion, the digest of the deleted trace. */
  digest: string
  /** Hash of the previous link and all fields above. */
  link: string
  at: number
}
