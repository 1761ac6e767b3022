import { ReasonError } from '@reason/core'
import type { Database } from '../database.ts'
import { failureMessage } from './failure-message.ts'
import type { Journal } from '../journal/journal.ts'
import type { RecordJson } from '../record/record.ts'
import type { StoreState } from '../store-state.ts'
import { closed, full, notStored, unavailable } from './writer-errors.ts'
import { createWriteQueue, type QueuedWrite, type Kept, type WriteQueueOptions } from './write-queue.ts'

export interface TraceWriterOptions extends WriteQueueOptions {
  /** Milliseconds that the first record of a batch waits for others. */
  gatherMs: number
  /** Milliseconds of a batch in the database after which other batches go to the journal. */
  spillAfterMs: number
  /** Maximum number of concurrent batches in the database. */
  parallel: number
}

export interface TraceWriter {
  /** Resolves when the record is safe. */
  append(record: RecordJson): Promise<Kept>
  /** Connects to the database, with retries. If `required`, throws when the first attempt fails. */
  start(required: boolean): Promise<void>
  /** Resolves when the database has all appended records. Rejects if it is unavailable. */
  settle(): Promise<void>
  state(): StoreState
  close(): Promise<void>
}

/** A batch that was given to the database. */
interface Work {
  since: number
  /** Whether the journal also has the batch. Absent if it was not sent there. */
  spilled: Promise<boolean> | undefined
}

const firstRetryMs = 250
const lastRetryMs = 30_000

/**
 *   append ▶ queue ──batch──▶ database
 *              └──batch──▶ journal ──replay──▶ database
 *
 * A batch goes to the journal if the database failed, if other batches take too long, or if the queue is half full. While a batch is written, the next one
 * fills, so that a busy store makes large batches.
 */
export function createWriter(database: Database, journal: Journal | undefined, options: TraceWriterOptions): TraceWriter {
  const { gatherMs, spillAfterMs, parallel } = options
  const queue = createWriteQueue(options)
  let refused = 0
  let added = 0
  let isUp = false
  let error: unknown
  let journalError: unknown
  let retryMs = firstRetryMs
  /** Batches in the database. */
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
    if (closing || queue.isFull(record)) {
      refused++
      return Promise.reject(closing ? closed() : full(queue.length(), queue.bytes(), messages()))
    }
    return new Promise((resolve, reject) => {
      if (queue.add({ record, resolve, reject })) pump()
      else gatherTimer ??= setTimeout(pump, gatherMs)
    })
  }

  function pump(): void {
    clearTimeout(gatherTimer)
    gatherTimer = undefined
    while (queue.length() > 0) {
      if (isUp && working.size < parallel) void toDatabase(queue.take())
      else if (journal !== undefined && journalling === undefined && (!isUp || isSlow() || queue.isFilling()))
        journalling = toJournal(journal, queue.take())
      else break
    }
    if (queue.length() > 0 && isUp && journal !== undefined) {
      spillTimer ??= setTimeout(() => {
        spillTimer = undefined
        pump()
      }, spillAfterMs).unref()
    }
    if (closing && !isUp && journal === undefined && working.size === 0) for (const one of queue.takeAll()) refuse(one, undefined)
    if (!isBusy()) wake()
  }

  function isBusy(): boolean {
    return queue.length() > 0 || working.size > 0 || journalling !== undefined
  }

  function wake(): void {
    for (const resolve of idle) resolve()
    idle = []
  }

  function isSlow(): boolean {
    return [...working].every(({ since }) => performance.now() - since >= spillAfterMs)
  }

  async function toDatabase(batch: QueuedWrite[]): Promise<void> {
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
      if ((await work.spilled) !== true) queue.putBack(batch)
      wentDown(failure)
    } finally {
      clearTimeout(timer)
      working.delete(work)
      pump()
    }
  }

  /**
   * Appends a batch also to the journal if the database takes too long, so that callers of `append` need not wait. A batch may then be stored twice, which does
   * no harm: its ids are unique.
   *
   * @returns Whether the journal has the batch.
   */
  async function spill(batch: QueuedWrite[]): Promise<boolean> {
    try {
      if (journal === undefined) return false
      await journal.append(batch.map(({ record }) => record))
      for (const { resolve } of batch) resolve('journal')
      // The database may have stored the batch in the meantime. Without another batch, nothing else would empty the journal.
      if (isUp && working.size === 0) void replay(journal)
      return true
    } catch (failure) {
      journalError = failure
      return false
    }
  }

  /** @returns Rejected records with their errors. If a batch fails because of a record, its records are stored one by one. */
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

  async function toJournal(to: Journal, batch: QueuedWrite[]): Promise<void> {
    try {
      await to.append(batch.map(({ record }) => record))
      journalError = undefined
      for (const { resolve } of batch) resolve('journal')
      if (isUp && working.size === 0) void replay(to)
    } catch (failure) {
      journalError = failure
      // Only one of the records may be too large.
      for (const one of batch) {
        await to.append([one.record]).then(
          () => one.resolve('journal'),
          (reason: unknown) => refuse(one, reason),
        )
      }
    } finally {
      journalling = undefined
      pump()
    }
  }

  function refuse({ reject }: QueuedWrite, reason: unknown): void {
    refused++
    reject(ReasonError.is(reason) ? reason : notStored(messages(), reason))
  }

  function wentDown(failure: unknown): void {
    isUp = false
    error = failure
    wake()
    if (closing) return
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void start(false), retryMs)
    // The process may exit, unless records wait in memory.
    if (queue.length() === 0) retryTimer.unref()
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

  /** Probes a journal that failed, because a full disk may have room again. A gateway that is not ready gets no traffic that would test it. */
  async function lookAtJournal(): Promise<void> {
    if (journal === undefined || journalError === undefined) return
    await journal.probe().then(
      () => (journalError = undefined),
      (failure: unknown) => (journalError = failure),
    )
  }

  /** Replays the journal beside new records. Traces are ordered by time, not by storing. */
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
    if (!isUp) throw unavailable(messages(), error)
    await untilIdle()
    if (!isUp) throw unavailable(messages(), error)
    if (journal !== undefined) {
      await replaying
      if (!journal.isEmpty()) await replay(journal)
    }
    if (!isUp) throw unavailable(messages(), error)
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
      queued: queue.length(),
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
