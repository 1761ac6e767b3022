import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { BudgetStore, Operation, StoreReply } from '../store/store.ts'
import type { SqliteStore, SqliteStoreOptions } from './sqlite-store.ts'

export interface SqliteFileStoreOptions extends Pick<SqliteStoreOptions, 'maxSessions'> {
  /** Path of the file, which is created if it is missing. Its folder must exist. */
  path: string
}

export type WorkerOptions = SqliteFileStoreOptions & Pick<SqliteStoreOptions, 'busyTimeoutMs'>

type Verb = Exclude<keyof BudgetStore, 'id' | 'isImmediate'>

export interface StoreCall {
  id: number
  verb: Verb | 'close'
  operation?: Operation
}

export interface StoreMessage {
  id: number
  reply?: StoreReply
  error?: string
}

/** Milliseconds that an operation waits for a lock of another process. It blocks only the store's own thread. */
const busyTimeoutMs = 500
/** A small heap suffices, as the thread handles one operation at a time. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/**
 * `sqliteStore` in its own thread, which starts with the first operation. Neither the disk nor locks of other processes then block the streams of a gateway.
 * Needs `better-sqlite3`.
 */
export function sqliteFileStore({ path, ...options }: SqliteFileStoreOptions): Omit<SqliteStore, 'close'> & { close(): Promise<void> } {
  if (typeof path !== 'string') throw new TypeError(`sqliteFileStore() takes an object with the path of a file: { path: 'budgets.db' }.`)
  let thread: Thread | undefined
  const ask = (verb: Verb) => (operation: Operation) => {
    if (thread === undefined || !thread.isAlive()) thread = startThread({ path, busyTimeoutMs, ...options })
    return thread.ask(verb, operation)
  }
  return {
    id: 'sqlite',
    reserve: ask('reserve'),
    extend: ask('extend'),
    settle: ask('settle'),
    write: ask('write'),
    read: ask('read'),
    async close() {
      await thread?.close()
      thread = undefined
    },
  }
}

interface Thread {
  isAlive(): boolean
  ask(verb: Verb, operation: Operation): Promise<StoreReply>
  close(): Promise<void>
}

function startThread(options: WorkerOptions): Thread {
  const worker = new Worker(workerFile(), { workerData: options, resourceLimits })
  const waiting = new Map<number, { resolve(reply: StoreReply): void; reject(error: unknown): void }>()
  const ended = Promise.withResolvers<void>()
  let last = 0
  let isAlive = true

  worker.on('message', ({ id, reply, error }: StoreMessage) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (reply === undefined) one?.reject(new Error(error))
    else one?.resolve(reply)
    // The process stays alive for open requests, but not for an idle thread.
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread of the budget store has ended.')))

  return {
    isAlive: () => isAlive,
    ask: (verb, operation) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.ref()
        send({ id, verb, operation })
      }),
    async close() {
      if (!isAlive) return
      worker.ref()
      send({ id: 0, verb: 'close' })
      await ended.promise
    },
  }

  function send(asked: StoreCall): void {
    worker.postMessage(asked)
  }

  function end(error: unknown): void {
    isAlive = false
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    ended.resolve()
  }
}

/** Path of the worker: beside this file in the sources, one folder deeper in a bundle. */
function workerFile(): URL {
  const here = import.meta.url
  const url = here.endsWith('.ts') ? new URL('./budget-worker.ts', here) : new URL('./sqlite/budget-worker.js', here)
  if (!existsSync(fileURLToPath(url)))
    throw new Error(`The program was bundled without ${fileURLToPath(url)}. Add it, or give sqliteStore() a connection.`)
  return url
}
