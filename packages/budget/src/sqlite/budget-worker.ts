import { closeSync, constants, openSync, statSync } from 'node:fs'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Operation, StoreReply } from '../store/store.ts'
import { sqliteStore } from './sqlite-store.ts'
import type { StoreCall, StoreMessage, WorkerOptions } from './threaded-store.ts'

const { path, ...options } = workerData as WorkerOptions
const store = sqliteStore({ open, ...options })
const port = parentPort!
let opened: number | undefined

function open(): Database.Database {
  try {
    // Readable by its owner alone, because names of sessions are private. SQLite gives its other files the same mode.
    // Opening a named pipe fails and does not wait.
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK, 0o600))
  } catch {
    // Opening the database reports the same fault with a better message.
  }
  opened = inodeOf()
  return new Database(path)
}

const inodeOf = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

port.on('message', act)

function act({ id, verb, operation }: StoreCall): void {
  if (verb === 'close' || operation === undefined) {
    store.close()
    return port.close()
  }
  // SQLite would go on with a file that was deleted or replaced, apart from all other processes.
  if (inodeOf() !== opened) store.close()
  ;(store[verb] as (operation: Operation) => Promise<StoreReply>)(operation).then(
    (reply) => tell({ id, reply }),
    (error: unknown) => fail(id, error),
  )
}

/** Calls that came during the wait for a lock fail with it. Each would wait as long, one after the other. */
function fail(id: number, error: unknown): void {
  const message = `${messageOf(error)} (${path})`
  // The queue is emptied before any caller hears of the failure. A caller may then call again, and its new call has not waited.
  const late = message.includes('locked') ? waitingCalls() : []
  tell({ id, error: message })
  for (const call of late) {
    if (call.verb === 'close') act(call)
    else tell({ id: call.id, error: message })
  }
}

function waitingCalls(): StoreCall[] {
  const calls: StoreCall[] = []
  for (;;) {
    const next = receiveMessageOnPort(port) as { message: StoreCall } | undefined
    if (next === undefined) return calls
    calls.push(next.message)
  }
}

/** Adds a remedy if the file is damaged. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/not a database|malformed/.test(message)) return `${message}. Move the file away, and budgets start from zero`
  return message.includes('unable to open') ? `${message}. It must be a file that this process may write, in such a folder` : message
}

const tell = (told: StoreMessage): void => port.postMessage(told)
