import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Resolves a path that is a link to its target. Replacing the link itself would leave other readers with the old file. */
export function fileBehind(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The file does not exist yet.
    return path
  }
}

/**
 * Replaces a file atomically. The file keeps its owner, and only the owner may read it. An administrator who changes the
 * keys of a gateway that runs as another user thus does not lock it out. A new file gets the owner of its folder in that
 * case.
 */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`
  // Removes a leftover of an earlier attempt. A link of that name is not followed either.
  rmSync(beside, { force: true })
  try {
    write(beside, path, text)
    renameSync(beside, path)
  } catch (error) {
    // The old file stays, and the temporary one is removed.
    rmSync(beside, { force: true })
    throw error
  }
}

function write(beside: string, path: string, text: string): void {
  const handle = openSync(beside, 'wx', 0o600)
  try {
    // Only root may change the owner of a file.
    if (process.getuid?.() === 0) keepOwner(handle, path)
    fchmodSync(handle, 0o600)
    // The write is complete or fails: a single write to a nearly full disk may end early without an error.
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function keepOwner(handle: number, path: string): void {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path))
  const own = fstatSync(handle)
  if (own.uid !== uid || own.gid !== gid) fchownSync(handle, uid, gid)
}
