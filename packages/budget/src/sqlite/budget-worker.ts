import { closeSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Operation, StoreReply } from '../store/store.ts'
import { sqliteStore } from './sqlite-store.ts'
import type { StoreCall, StoreMessage, WorkerOptions } from './threaded-store.ts'

const { path, ...options } = workerData as WorkerOptions
const store = sqliteStore({ open, ...options })
const port = parentPort!

function open(): Database.Database {
  try {
    // Readable by its owner alone, because names of sessions are private. SQLite gives its other files the same mode.
    closeSync(openSync(path, 'a', 0o600))
  } catch {
    // Opening the database reports the same fault with a better message.
  }
  return new Database(path)
}

port.on('message', ({ id, verb, operation }: StoreCall) => {
  if (verb === 'close' || operation === undefined) {
    store.close()
    return port.close()
  }
  ;(store[verb] as (operation: Operation) => Promise<StoreReply>)(operation).then(
    (reply) => tell({ id, reply }),
    (error: unknown) => tell({ id, error: `${messageOf(error)} (${path})` }),
  )
})

/** Adds a remedy if the file is damaged. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /not a database|malformed/.test(message) ? `${message}. Move the file away, and budgets begin anew` : message
}

const tell = (told: StoreMessage): void => port.postMessage(told)
