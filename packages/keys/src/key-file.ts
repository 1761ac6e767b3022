import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parseOptions, ReasonError } from '@reason/core'
import { createKeyText } from './key-text.ts'
import { keyRights, type KeyRecord, type KeyRightsOptions } from './record.ts'
import { makeFolder } from './make-folder.ts'
import { fileBehind, replaceFile } from './replace-file.ts'
import { hashOf, newSecret, textOf } from './secret.ts'
import { signatureOf, watchKeys, type KeyWatch } from './key-watch.ts'

/** A new key. Its text is shown once and never stored. */
export interface MadeKey {
  record: KeyRecord
  text: string
}

export interface KeyFile {
  /** @throws {ReasonError} `REASON_INVALID_OPTIONS`, if the file has other content */
  list(): KeyRecord[]
  create(rights: KeyRightsOptions): Promise<MadeKey>
  /** Revokes a key. Undefined if there is no such key. Revoking it again changes nothing. */
  revoke(id: string): Promise<KeyRecord | undefined>
  /**
   * Creates a new secret for the same key.
   *
   * @param graceMs - Time for which the previous secret remains valid.
   * @throws {ReasonError} `REASON_INVALID_OPTIONS`, for a revoked or expired key
   */
  rotate(id: string, graceMs: number): Promise<MadeKey | undefined>
  change(id: string, rights: KeyRightsOptions): Promise<KeyRecord | undefined>
  /** Calls back after changes, including those of other processes, within a quarter of a second. */
  watch(onChange: () => void): KeyWatch
}

/** Milliseconds after which a lock is stale: the process that held it has died. */
const staleLockMs = 10_000
const lockTries = 200
const lockEveryMs = 25

/**
 * Opens a JSON file of keys that only its owner can read. A write replaces the whole file and keeps its owner, so that a
 * reader never sees a partial file. Several processes may write; a lock file serialises them.
 *
 * @param now - Unix milliseconds. Default `Date.now`.
 */
export function openKeyFile(path: string, now: () => number = Date.now): KeyFile {
  const text = createKeyText(path)
  let listed: { signature: string | undefined; keys: readonly KeyRecord[] } | undefined
  return { list, create, revoke, rotate, change, watch: (onChange) => watchKeys(path, onChange) }

  /** Reads the file only after a change, because it may have megabytes. */
  function list(): KeyRecord[] {
    const signature = signatureOf(path)
    if (listed === undefined || listed.signature !== signature) listed = { signature, keys: read() }
    return [...listed.keys]
  }

  function read(): KeyRecord[] {
    if (!existsSync(path)) return []
    try {
      // Opening a named pipe would wait for its writer, and reading a device may never end.
      if (!statSync(path).isFile()) throw new Error('it is no regular file')
      return text.read(readFileSync(path, 'utf8'))
    } catch (error) {
      if (error instanceof ReasonError) throw error
      // A parser quotes its input, and the path of another secret may have been given.
      const why = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message
      throw new ReasonError(
        'REASON_INVALID_OPTIONS',
        `The file of keys ${path} cannot be read (${why}). Mend it, or restore it from a copy.`,
        error instanceof SyntaxError ? {} : { cause: error },
      )
    }
  }

  function create(rights: KeyRightsOptions): Promise<MadeKey> {
    const checked = parseOptions(keyRights, rights, 'key')
    const made = newSecret()
    const record: KeyRecord = { ...checked, id: made.id, hash: hashOf(made.secret), createdAt: now() }
    return edit((keys) => [[...keys, record], { record, text: textOf(made) }])
  }

  function revoke(id: string): Promise<KeyRecord | undefined> {
    return editOne(id, (key) => {
      const record = key.revokedAt === undefined ? { ...key, revokedAt: now() } : key
      return [record, record]
    })
  }

  function rotate(id: string, graceMs: number): Promise<MadeKey | undefined> {
    return editOne(id, (key) => {
      refuseOver(key, now())
      const made = { ...newSecret(), id }
      const { previous: _, ...rest } = key
      const previous = graceMs > 0 ? { previous: { hash: key.hash, until: now() + graceMs } } : {}
      const record = { ...rest, hash: hashOf(made.secret), ...previous }
      return [record, { record, text: textOf(made) }]
    })
  }

  function change(id: string, rights: KeyRightsOptions): Promise<KeyRecord | undefined> {
    const checked = parseOptions(keyRights, rights, 'key')
    return editOne(id, ({ id: same, hash, previous, createdAt, revokedAt }) => {
      const kept = { id: same, hash, createdAt, ...(previous && { previous }), ...(revokedAt !== undefined && { revokedAt }) }
      const record = { ...checked, ...kept }
      return [record, record]
    })
  }

  function editOne<T>(id: string, act: (key: KeyRecord) => [KeyRecord, T]): Promise<T | undefined> {
    return edit((keys) => {
      const found = keys.find((key) => key.id === id)
      if (found === undefined) return [keys, undefined]
      const [changed, result] = act(found)
      return [keys.map((key) => (key === found ? changed : key)), result]
    })
  }

  async function edit<T>(act: (keys: KeyRecord[]) => [KeyRecord[], T]): Promise<T> {
    makeFolder(dirname(path), 0o700)
    const behind = fileBehind(path)
    const unlock = await lock(`${behind}.lock`)
    try {
      const before = list()
      const [keys, result] = act(before)
      if (keys === before) return result
      // Reading and writing megabytes in one step would hold up requests.
      await setImmediate()
      const inode = replaceFile(behind, text.write(keys))
      // The file is read again only if another process has replaced it in the meantime.
      const signature = signatureOf(path)
      if (signature?.startsWith(`${inode} `)) listed = { signature, keys }
      return result
    } finally {
      unlock()
    }
  }
}

/** Refuses a revoked or expired key, as a new secret for it would not work. */
function refuseOver({ id, revokedAt, expiresAt = Infinity }: KeyRecord, time: number): void {
  if (revokedAt !== undefined)
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      `The key ${id} was revoked, and a new secret would not work either. Create another key.`,
    )
  if (expiresAt <= time)
    throw new ReasonError('REASON_INVALID_OPTIONS', `The key ${id} has expired, and a new secret would not work either. Extend it first.`)
}

async function lock(path: string): Promise<() => void> {
  for (let tries = 0; tries < lockTries; tries++) {
    try {
      closeSync(openSync(path, 'wx', 0o600))
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (isStale(path)) rmSync(path, { force: true })
      else await setTimeout(lockEveryMs)
    }
  }
  throw new ReasonError('REASON_STORE_DOWN', `The file of keys is locked by ${path}. Delete that file if no other process changes keys.`)
}

/** False if another process has removed the lock in the meantime. A lock of the future was made before the clock was set back. */
const isStale = (path: string): boolean =>
  Math.abs(Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())) > staleLockMs
