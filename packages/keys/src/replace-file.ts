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
 *
 * @returns Inode of the new file.
 */
export function replaceFile(path: string, pieces: readonly string[]): number {
  const beside = `${path}.${process.pid}.tmp`
  // Removes a leftover of an earlier attempt. A link of that name is not followed either.
  rmSync(beside, { force: true })
  try {
    const inode = write(beside, path, pieces)
    renameSync(beside, path)
    return inode
  } catch (error) {
    // The old file stays, and the temporary one is removed.
    rmSync(beside, { force: true })
    throw error
  }
}

/** A whole file of megabytes in one buffer costs several times as much. */
const piecesAtOnce = 500

function write(beside: string, path: string, pieces: readonly string[]): number {
  const handle = openSync(beside, 'wx', 0o600)
  try {
    // Only root may change the owner of a file.
    if (process.getuid?.() === 0) keepOwner(handle, path)
    fchmodSync(handle, 0o600)
    // The write is complete or fails: a single write to a nearly full disk may end early without an error.
    for (let at = 0; at < pieces.length; at += piecesAtOnce) writeFileSync(handle, pieces.slice(at, at + piecesAtOnce).join(''))
    fsyncSync(handle)
    return fstatSync(handle).ino
  } finally {
    closeSync(handle)
  }
}

function keepOwner(handle: number, path: string): void {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path))
  const own = fstatSync(handle)
  if (own.uid !== uid || own.gid !== gid) fchownSync(handle, uid, gid)
}
