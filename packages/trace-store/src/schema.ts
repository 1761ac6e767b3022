import type { Row } from './row.ts'

/** The tables as kysely sees them, in either database. */
export interface Tables {
  reasoning_traces: Row & {
    /** SQLite: time, then a counter: the order of lists, and the row id of the index of words. */
    seq: number
    /** SQLite: the order of storing. */
    stored: number
    /** PostgreSQL: the words. */
    search: string
  }
  trace_chain: ChainRow
  /** SQLite: the index of words. `MATCH` is asked of the column that has the table's name. */
  reasoning_traces_text: { rowid: number; reasoning_traces_text: string }
  /** PostgreSQL: where a trace is, and the transaction that stored it. */
  trace_ids: { id: string; created_at: number; tx: string }
}

/** One link of the chain of digests. */
export interface ChainRow {
  position: number
  kind: 'trace' | 'deletion'
  /** SHA-256 of the trace's id: a link outlives the trace, and gives nothing of it away. */
  id_hash: string
  /** Of the stored trace. Of a deletion: that of the trace that went. */
  digest: string
  /** Hash over the link before and all of the above. */
  link: string
  at: number
}
