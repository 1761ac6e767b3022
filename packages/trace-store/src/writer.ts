import { ReasonError } from '@reason/core'
import type { Database } from './database.ts'
import { failureMessage } from './failure-message.ts'
import type { Journal } from './journal/journal.ts'
import type { RecordJson } from './record.ts'

export interface WriterOptions {
  /** Records that wait at most; one more is refused. */
  maxRecords: number
  /** Bytes that wait at most, roughly. */
  maxBytes: number
  /** A batch of records or bytes that is not waited for any longer. */
  batchRecords: number
  batchBytes: number
  /** How long the first of a batch waits for others. */
  gatherMs: number
  /** How long the database may take for a batch before others go to the journal. */
  spillAfterMs: number
  /** How many batches the database gets at once. */
  parallel: number
}

export interface StoreState {
  /** `ok`: the database has all. `degraded`: some wait in the journal. `down`: nothing can be stored. */
  status: 'ok' | 'degraded' | 'down'
  database: 'sqlite' | 'postgres'
  /** In memory: not acknowledged yet. */
  queued: number
  /** In the journal: acknowledged, not in the database yet. What another process left is counted when it is read. */
  journalled: number
  journalBytes: number
  /** This store put them into the database since it was opened. */
  added: number
  /** Were refused: by the queue or the journal, full, or by the database for what they are. Not stored, and their `append` rejected. */
  refused: number
  /** Lines of the journal that could not be read or stored; they are in `PATH.rejected`. */
  rejected: number
  /** Why the database, or the journal, cannot be had. */
  error?: string
  /** How many stored traces were found that cannot be read, 10 000 at most. Absent: none. */
  unreadable?: number
  /** What the log of writes of a damaged database has lost, and what to do. */
  damage?: string
  /** Why the head of the chain does not vouch for all of it: it could not be written, or links were gone. */
  chain?: string
}

/** Where a record is that was acknowledged: in the database, or in the journal, synchronised, until the database has it. */
export type Kept = 'database' | 'journal'

export interface Writer {
  /** Resolves when it is safe. */
  append(record: RecordJson): Promise<Kept>
  /** The database is there, or tries to be from now on. With `required` its failure is thrown. */
  start(required: boolean): Promise<void>
  /** Everything that was appended is in the database. Rejects where that cannot be had now. */
  settle(): Promise<void>
  state(): StoreState
  close(): Promise<void>
}

interface Entry {
  record: RecordJson
  bytes: number
  resolve(kept: Kept): void
  reject(error: unknown): void
}

/** A batch that the database has. */
interface Work {
  since: number
  /** Whether the journal has the batch, too. Absent: it was not sent there. */
  spilled: Promise<boolean> | undefined
}

/** Beside its record. */
const bytesPerEntry = 500
const firstRetryMs = 250
const lastRetryMs = 30_000

/**
 *   append ▶ queue ──batch──▶ database
 *              └──batch──▶ journal ──replay──▶ database
 *
 * A batch goes to the journal when the database failed, is at work on another one for too long, or when the queue is half full. While a batch is
 * written the next one gathers, so that a busy store makes large batches by itself.
 */
export function createWriter(database: Database, journal: Journal | undefined, options: WriterOptions): Writer {
  const { maxRecords, maxBytes, batchRecords, batchBytes, gatherMs, spillAfterMs, parallel } = options
  let queue: Entry[] = []
  let queuedBytes = 0
  let refused = 0
  let added = 0
  let isUp = false
  let error: unknown
  let journalError: unknown
  let retryMs = firstRetryMs
  /** What the database was given, and when. */
  const working = new Set<Work>()
  let journalling: Promise<void> | undefined
  let replaying: Promise<void> | undefined
  let closing = false
  let gatherTimer: NodeJS.Timeout | undefined
  let spillTimer: NodeJS.Timeout | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let idle: (() => void)[] = []

  return { append, start, settle, state, close }

  function append(record: RecordJson): Promise<Kept> {
    const bytes = bytesPerEntry + 2 * record.length
    // One alone may be larger than the bound: it could never be stored otherwise.
    if (closing || (queue.length > 0 && (queue.length >= maxRecords || queuedBytes + bytes > maxBytes))) {
      refused++
      return Promise.reject(closing ? closed() : full())
    }
    return new Promise((resolve, reject) => {
      queue.push({ record, bytes, resolve, reject })
      queuedBytes += bytes
      if (queue.length >= batchRecords || queuedBytes >= batchBytes) pump()
      else gatherTimer ??= setTimeout(pump, gatherMs)
    })
  }

  function pump(): void {
    clearTimeout(gatherTimer)
    gatherTimer = undefined
    while (queue.length > 0) {
      if (isUp && working.size < parallel) void toDatabase(take())
      else if (journal !== undefined && journalling === undefined && (!isUp || isSlow() || isFilling()))
        journalling = toJournal(journal, take())
      else break
    }
    if (queue.length > 0 && isUp && journal !== undefined) {
      spillTimer ??= setTimeout(() => {
        spillTimer = undefined
        pump()
      }, spillAfterMs).unref()
    }
    if (closing && !isUp && journal === undefined && working.size === 0) for (const one of takeAll()) refuse(one, undefined)
    if (!isBusy()) wake()
  }

  function isBusy(): boolean {
    return queue.length > 0 || working.size > 0 || journalling !== undefined
  }

  function wake(): void {
    for (const resolve of idle) resolve()
    idle = []
  }

  function isSlow(): boolean {
    return [...working].every(({ since }) => performance.now() - since >= spillAfterMs)
  }

  /** More comes than the database takes, be it quick or not: nothing is refused for that while the journal has room. */
  function isFilling(): boolean {
    return queue.length * 2 >= maxRecords || queuedBytes * 2 >= maxBytes
  }

  function take(): Entry[] {
    let count = 0
    let bytes = 0
    while (count < queue.length && count < batchRecords && (count === 0 || bytes + queue[count]!.bytes <= batchBytes))
      bytes += queue[count++]!.bytes
    queuedBytes -= bytes
    return queue.splice(0, count)
  }

  function takeAll(): Entry[] {
    queuedBytes = 0
    return queue.splice(0)
  }

  async function toDatabase(batch: Entry[]): Promise<void> {
    const work: Work = { since: performance.now(), spilled: undefined }
    working.add(work)
    const timer = setTimeout(() => {
      work.spilled = spill(batch)
    }, spillAfterMs)
    try {
      const faults = await insertAll(batch.map(({ record }) => record))
      for (const { record, resolve, reject } of batch) {
        const fault = faults.size === 0 ? undefined : faults.get(record)
        if (fault === undefined) resolve('database')
        else {
          refused++
          reject(fault)
        }
      }
      if (journal !== undefined && !journal.isEmpty()) void replay(journal)
    } catch (failure) {
      if ((await work.spilled) !== true) putBack(batch)
      wentDown(failure)
    } finally {
      clearTimeout(timer)
      working.delete(work)
      pump()
    }
  }

  /**
   * Appends a batch to the journal, too, when the database takes too long, so that callers of `append` need not wait. A batch may then be
   * stored twice, which does no harm: its ids are unique.
   *
   * @returns whether the journal has it
   */
  async function spill(batch: Entry[]): Promise<boolean> {
    try {
      if (journal === undefined) return false
      await journal.append(batch.map(({ record }) => record))
      for (const { resolve } of batch) resolve('journal')
      // The database may have taken them in the meantime, and nothing else come that empties the journal.
      if (isUp && working.size === 0) void replay(journal)
      return true
    } catch (failure) {
      journalError = failure
      return false
    }
  }

  /** @returns those that were refused for what they are, and why. A batch that fails for one of its records is stored one by one. */
  async function insertAll(records: readonly RecordJson[]): Promise<Map<RecordJson, unknown>> {
    const faults = new Map<RecordJson, unknown>()
    try {
      added += await database.insert(records)
    } catch (failure) {
      if (!database.isRecordFault(failure)) throw failure
      if (records.length === 1) return faults.set(records[0]!, failure)
      for (const record of records) for (const [one, fault] of await insertAll([record])) faults.set(one, fault)
    }
    return faults
  }

  async function toJournal(to: Journal, batch: Entry[]): Promise<void> {
    try {
      await to.append(batch.map(({ record }) => record))
      journalError = undefined
      for (const { resolve } of batch) resolve('journal')
      if (isUp && working.size === 0) void replay(to)
    } catch (failure) {
      journalError = failure
      if (batch.length > 1) {
        // What does not fit may be one of them only.
        for (const one of batch)
          await to.append([one.record]).then(
            () => one.resolve('journal'),
            (reason: unknown) => refuse(one, reason),
          )
      } else for (const one of batch) refuse(one, failure)
    } finally {
      journalling = undefined
      pump()
    }
  }

  function refuse({ reject }: Entry, reason: unknown): void {
    refused++
    reject(
      ReasonError.is(reason)
        ? reason
        : new ReasonError(
            'REASON_STORE_DOWN',
            `The trace was not stored: neither the database nor the journal could be written. ${messages()}`,
            {
              cause: reason,
            },
          ),
    )
  }

  function putBack(batch: Entry[]): void {
    queue = [...batch, ...queue]
    for (const { bytes } of batch) queuedBytes += bytes
  }

  function wentDown(failure: unknown): void {
    isUp = false
    error = failure
    wake()
    if (closing) return
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void start(false), retryMs)
    // A process may end, but not before what waits in its memory.
    if (queue.length === 0) retryTimer.unref()
    retryMs = Math.min(lastRetryMs, retryMs * 2)
  }

  async function start(required: boolean): Promise<void> {
    await lookAtJournal()
    try {
      await database.connect()
      isUp = true
      if (journal !== undefined && !journal.isEmpty()) await replay(journal)
      if (!isUp) return
      error = undefined
      retryMs = firstRetryMs
    } catch (failure) {
      wentDown(failure)
      if (required) throw failure
    }
    pump()
  }

  /** Probes a journal that failed: a full disk may have room again. Without it a gateway that is not ready gets no write to find out. */
  async function lookAtJournal(): Promise<void> {
    if (journal === undefined || journalError === undefined) return
    await journal.probe().then(
      () => (journalError = undefined),
      (failure: unknown) => (journalError = failure),
    )
  }

  /** Beside what comes in: order is by time, and not by storing. */
  function replay(from: Journal): Promise<void> {
    replaying ??= from
      .replay(async (records) => [...(await insertAll(records)).keys()])
      .catch(wentDown)
      .finally(() => {
        replaying = undefined
      })
    return replaying
  }

  async function settle(): Promise<void> {
    if (!isUp) throw unavailable()
    await untilIdle()
    if (!isUp) throw unavailable()
    if (journal !== undefined) {
      await replaying
      if (!journal.isEmpty()) await replay(journal)
    }
    if (!isUp) throw unavailable()
  }

  async function untilIdle(): Promise<void> {
    if (!isBusy()) return
    const done = new Promise<void>((resolve) => idle.push(resolve))
    pump()
    await done
  }

  function state(): StoreState {
    const { records = 0, bytes = 0, rejected = 0 } = journal?.size() ?? {}
    const waits = journal !== undefined && !journal.isEmpty()
    const isDown = !isUp && (journal === undefined || journalError !== undefined)
    return {
      status: isDown ? 'down' : !isUp || waits ? 'degraded' : 'ok',
      database: database.kind,
      queued: queue.length,
      journalled: records,
      journalBytes: bytes,
      added,
      refused,
      rejected,
      ...(messages() !== '' && { error: messages() }),
    }
  }

  function messages(): string {
    const said = [
      ...(error === undefined ? [] : [`database: ${failureMessage(error)}`]),
      ...(journalError === undefined ? [] : [`journal: ${failureMessage(journalError)}`]),
    ]
    return said.join('; ')
  }

  function unavailable(): ReasonError {
    return new ReasonError('REASON_STORE_DOWN', `The trace database is not available now (${messages()}). Try again when it is back.`, {
      cause: error,
    })
  }

  function full(): ReasonError {
    return new ReasonError(
      'REASON_STORE_FULL',
      `The trace was not stored: ${queue.length} traces of about ${queuedBytes} bytes wait already. ` +
        `The store is slower than the traces that arrive${messages() === '' ? '' : ` (${messages()})`}. Await append(), or raise "queue".`,
    )
  }

  async function close(): Promise<void> {
    if (closing) return
    closing = true
    for (const timer of [gatherTimer, spillTimer, retryTimer]) clearTimeout(timer)
    while (isBusy()) await untilIdle()
    await replaying
    await journal?.close()
    await database.close()
  }
}

function closed(): ReasonError {
  return new ReasonError('REASON_STORE_DOWN', 'The trace was not stored: the store is closed. Append before close().')
}
