import { rmSync } from 'node:fs'
import { ReasonError } from '@reason/core'
import Sqlite from 'better-sqlite3'

/** A locked path. The lock ends with `release`, or with the process. */
export interface Slot {
  path: string
  release(): void
}

/**
 * Locks `PATH` for this process. The lock is SQLite's, on a separate empty file. A damaged lock file is therefore recreated. The operating system releases the
 * lock when a process is killed, which a file with a process id would not guarantee.
 *
 * @returns Undefined if another process holds the lock.
 */
export function lockSlot(path: string): Slot | undefined {
  try {
    return lock(path)
  } catch (error) {
    if (!/^SQLITE_(?:NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) throw notLocked(path, error)
    rmSync(`${path}.lock`)
    return lock(path)
  }
}

const notLocked = (path: string, error: unknown): ReasonError =>
  new ReasonError(
    'REASON_STORE_DOWN',
    `The lock of the journal, "${path}.lock", cannot be opened: ${error instanceof Error ? error.message : String(error)}. ` +
      'It has to be a file that this process may write, in a folder with room. Stop all processes that use the journal, delete the lock, and start again.',
    { cause: error },
  )

function lock(path: string): Slot | undefined {
  const db = new Sqlite(`${path}.lock`, { timeout: 0 })
  try {
    db.pragma('journal_mode = memory')
    db.exec('begin exclusive')
    return { path, release: () => db.close() }
  } catch (error) {
    db.close()
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

/** Maximum number of processes that share one journal's path. */
const maxSlots = 64

export const slotPath = (path: string, number: number): string => (number === 1 ? path : `${path}.${number}`)

/** Locks the first free path: `PATH`, `PATH.2`, `PATH.3` … */
export function firstSlot(path: string): Slot {
  for (let number = 1; number <= maxSlots; number++) {
    const slot = lockSlot(slotPath(path, number))
    if (slot !== undefined) return slot
  }
  throw new ReasonError(
    'REASON_STORE_DOWN',
    `${maxSlots} processes use the journal "${path}" already. Give each machine a path of its own.`,
  )
}
