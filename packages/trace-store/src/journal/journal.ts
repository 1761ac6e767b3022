import { existsSync } from 'node:fs'
import { appendFile, type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ReasonError } from '@reason/core'
import { inodeOf, makeFolder } from '../file-system.ts'
import type { RecordJson } from '../record/record.ts'
import { fromLine, readLines, toLine } from './lines.ts'
import { firstSlot, lockSlot, slotPath } from './slot.ts'

/** Stores records while the database is unavailable. */
export interface Journal {
  /**
   * Resolves when the records are synchronised to disk.
   *
   * @throws {ReasonError} `REASON_STORE_FULL` if the journal would exceed its limit
   */
  append(records: readonly RecordJson[]): Promise<void>
  /** Rejects if a small record could not be written now. Leaves no data. */
  probe(): Promise<void>
  /**
   * Passes all waiting records to `store` in batches, and removes them. If `store` fails, they stay for the next call. Records that `store` rejects, and
   * damaged lines, are written to `PATH.rejected` for inspection.
   */
  replay(store: Store): Promise<void>
  /** True if no records wait, as far as this process knows. */
  isEmpty(): boolean
  size(): { records: number; bytes: number; rejected: number }
  close(): Promise<void>
}

/** @returns Records that the database rejects permanently. */
type Store = (records: RecordJson[]) => Promise<RecordJson[]>

export interface JournalOptions {
  path: string
  maxBytes: number
}

const replayedAtOnce = 500

/** Empty lines of the size of a small record. If the process is killed during a probe, they are ignored. */
const blank = Buffer.alloc(4096, '\n')

/**
 * A journal of two files. Records are appended to `PATH`. A replay renames it to `PATH.replay`, and deletes that when the database has all its records. If the
 * process is killed in between, both files are found again. A record that is replayed twice is stored once, by its id.
 */
export function openJournal({ path: base, maxBytes }: JournalOptions): Journal {
  makeFolder(dirname(base))
  const slot = firstSlot(base)
  const { path } = slot
  let handle: FileHandle | undefined
  let inode: number | undefined
  /** Size of `PATH` up to the last complete line. */
  let bytes = 0
  let records = 0
  let waiting = { records: 0, bytes: 0 }
  let rejected = 0
  /** Serialises writing and renaming. */
  let turn: Promise<unknown> = Promise.resolve()
  /** Whether a previous process left records. They are counted when they are read. */
  let leftovers = existsSync(path) || existsSync(replayPath(path)) || orphans(base, path).length > 0

  return {
    append: (added) => inTurn(() => append(added)),
    probe: () => inTurn(probe),
    replay,
    isEmpty: () => !leftovers && records === 0 && waiting.records === 0,
    size,
    close,
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = turn.then(run)
    turn = next.catch(() => {})
    return next
  }

  async function append(added: readonly RecordJson[]): Promise<void> {
    const lines = Buffer.from(added.map(toLine).join(''))
    await write(lines)
    bytes += lines.length
    records += added.length
  }

  async function probe(): Promise<void> {
    await write(blank)
    await handle!.truncate(bytes)
  }

  /** Writes after the existing lines. The lines count when `bytes` is increased. */
  async function write(lines: Buffer): Promise<void> {
    if (bytes + waiting.bytes + lines.length > maxBytes) {
      throw new ReasonError(
        'REASON_STORE_FULL',
        `The journal "${path}" holds ${bytes + waiting.bytes} of at most ${maxBytes} bytes, and the database is not available. ` +
          `The trace was not stored. Bring the database back, or raise "journal.maxBytes".`,
      )
    }
    // Lines that go to a file that was deleted or replaced in use would be lost.
    if (handle !== undefined && inodeOf(path) !== inode) await closeFile()
    handle ??= await openForAppend()
    try {
      await writeAll(handle, lines, bytes)
      await handle.datasync()
    } catch (error) {
      // The next write replaces an incomplete line.
      await handle.truncate(bytes).catch(() => {})
      throw error
    }
  }

  async function openForAppend(): Promise<FileHandle> {
    const created = !existsSync(path)
    const opened = await open(path, created ? 'w' : 'r+', 0o600)
    // A killed process may have left an incomplete last line, so new lines start after a line end.
    ;({ size: bytes, ino: inode } = await opened.stat())
    if (bytes > 0) {
      await opened.write('\n', bytes)
      bytes++
    }
    if (created) await syncFolder(dirname(path))
    return opened
  }

  async function replay(store: Store): Promise<void> {
    for (const one of orphans(base, path)) await replayOrphan(one, store)
    await replayFile(replayPath(path), store)
    waiting = { records: 0, bytes: 0 }
    await inTurn(setAside)
    await replayFile(replayPath(path), store)
    waiting = { records: 0, bytes: 0 }
    leftovers = false
  }

  async function setAside(): Promise<void> {
    if (!existsSync(path)) return
    waiting = { records, bytes: bytes === 0 ? (await stat(path)).size : bytes }
    await closeFile()
    await rename(path, replayPath(path))
  }

  async function closeFile(): Promise<void> {
    await handle?.close()
    handle = undefined
    bytes = records = 0
  }

  /** Replays the journal of a process that has died, unless another process holds its lock. */
  async function replayOrphan(orphan: string, store: Store): Promise<void> {
    const lock = lockSlot(orphan)
    if (lock === undefined) return
    try {
      await replayFile(replayPath(orphan), store)
      if (existsSync(orphan)) await rename(orphan, replayPath(orphan))
      await replayFile(replayPath(orphan), store)
    } finally {
      lock.release()
    }
  }

  async function replayFile(file: string, store: Store): Promise<void> {
    if (!existsSync(file)) return
    let batch: RecordJson[] = []
    let chars = 0
    for await (const line of readLines(file)) {
      if (line === '') continue
      const record = fromLine(line)
      if (record === undefined) {
        await reject([line])
        continue
      }
      batch.push(record)
      chars += line.length
      if (batch.length < replayedAtOnce && chars < 8_000_000) continue
      await flush()
    }
    await flush()
    await rm(file)

    async function flush(): Promise<void> {
      if (batch.length > 0) await reject((await store(batch)).map((record) => toLine(record).trimEnd()))
      batch = []
      chars = 0
    }
  }

  async function reject(lines: string[]): Promise<void> {
    if (lines.length === 0) return
    rejected += lines.length
    await appendFile(`${path}.rejected`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  }

  function size() {
    return { records: records + waiting.records, bytes: bytes + waiting.bytes, rejected }
  }

  async function close(): Promise<void> {
    await closeFile()
    slot.release()
  }
}

const replayPath = (path: string): string => `${path}.replay`

/** Journals of other processes. */
function orphans(base: string, own: string): string[] {
  const found: string[] = []
  for (let number = 1; number <= 64; number++) {
    const path = slotPath(base, number)
    if (path !== own && (existsSync(path) || existsSync(replayPath(path)))) found.push(path)
  }
  return found
}

/** Synchronises a folder. Without this, the name of a new file may be lost. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Writes all data. A disk that fills up accepts only a part, and fails at the next write. */
async function writeAll(handle: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let written = 0; written < data.length;) {
    const { bytesWritten } = await handle.write(data, written, data.length - written, position + written)
    if (bytesWritten === 0) throw new Error('The disk accepts no more data.')
    written += bytesWritten
  }
}
