export interface StoreState {
  /** `ok`: the database has all records. `degraded`: some are in the journal. `down`: nothing can be stored. */
  status: 'ok' | 'degraded' | 'down'
  database: 'sqlite' | 'postgres'
  /** Records in memory, not acknowledged yet. */
  queued: number
  /** Acknowledged records in the journal that are not in the database yet. Records of another process count when they are read. */
  journalled: number
  journalBytes: number
  /** Records that this store inserted since it was opened. */
  added: number
  /** Rejected records: the queue or the journal was full, or the database rejected them. Not stored, and their `append` rejected. */
  refused: number
  /** Lines of the journal that could not be read or stored. They are in `PATH.rejected`. */
  rejected: number
  /** Error of the database or the journal. */
  error?: string
  /** Number of damaged traces found, at most 10 000. Absent if there are none. */
  unreadable?: number
  /** Loss of the write-ahead log of a damaged database, with the remedy. */
  damage?: string
  /** Reason why the head does not cover the chain: it could not be written, or links were removed. */
  chain?: string
}
