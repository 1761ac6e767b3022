import type { RecordJson } from '../record/record.ts'

export interface WriteQueueOptions {
  /** Maximum number of queued records. More are refused. */
  maxRecords: number
  /** Approximate maximum of queued bytes. */
  maxBytes: number
  /** Size of a batch, in records or bytes, that is written without waiting. */
  batchRecords: number
  batchBytes: number
}

/** Location of an acknowledged record: the database, or the synchronised journal until the database has it. */
export type Kept = 'database' | 'journal'

/** A record whose caller waits until it is safe. */
export interface QueuedWrite {
  record: RecordJson
  resolve(kept: Kept): void
  reject(error: unknown): void
}

/** Records in memory that wait for the database or the journal. */
export interface WriteQueue {
  length(): number
  /** Approximate size of the queued records. */
  bytes(): number
  /** Whether another record would exceed a limit. A single record may, because otherwise it could never be stored. */
  isFull(record: RecordJson): boolean
  /** Whether records arrive faster than the database takes them. They then go to the journal, so that none is refused while it has room. */
  isFilling(): boolean
  /** @returns Whether there are enough records for a batch. */
  add(entry: QueuedWrite): boolean
  /** Removes a batch. */
  take(): QueuedWrite[]
  takeAll(): QueuedWrite[]
  /** Returns a batch to the beginning. */
  putBack(batch: readonly QueuedWrite[]): void
}

/** Overhead of a queued record. */
const bytesPerEntry = 500

export function createWriteQueue({ maxRecords, maxBytes, batchRecords, batchBytes }: WriteQueueOptions): WriteQueue {
  let queue: QueuedWrite[] = []
  let bytes = 0

  return {
    length: () => queue.length,
    bytes: () => bytes,
    isFull: (record) => queue.length > 0 && (queue.length >= maxRecords || bytes + bytesOf(record) > maxBytes),
    isFilling: () => queue.length * 2 >= maxRecords || bytes * 2 >= maxBytes,
    add(entry) {
      queue.push(entry)
      bytes += bytesOf(entry.record)
      return queue.length >= batchRecords || bytes >= batchBytes
    },
    take() {
      let count = 0
      let taken = 0
      while (count < queue.length && count < batchRecords && (count === 0 || taken + bytesOf(queue[count]!.record) <= batchBytes))
        taken += bytesOf(queue[count++]!.record)
      bytes -= taken
      return queue.splice(0, count)
    },
    takeAll() {
      bytes = 0
      return queue.splice(0)
    },
    putBack(batch) {
      queue = [...batch, ...queue]
      for (const { record } of batch) bytes += bytesOf(record)
    },
  }
}

const bytesOf = (record: RecordJson): number => bytesPerEntry + 2 * record.length
