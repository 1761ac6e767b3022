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

/**
 * The file that is meant: where the path is a link, what it leads to. Another file in the place of the link would leave
 * everybody else who reads that one with what it was.
 */
export function fileBehind(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // There is none yet.
    return path
  }
}

/**
 * Puts a new text in the place of a file, as a whole. Its owner stays, and alone may read it: an administrator who changes keys of a gateway that runs
 * as another user does not take them away from it. A new one belongs to the owner of its folder then.
 */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`
  // One that was left behind; nor is anything written to where a link of that name leads.
  rmSync(beside, { force: true })
  try {
    write(beside, path, text)
    renameSync(beside, path)
  } catch (error) {
    // What was there stays, and nothing else.
    rmSync(beside, { force: true })
    throw error
  }
}

function write(beside: string, path: string, text: string): void {
  const handle = openSync(beside, 'wx', 0o600)
  try {
    // Only the administrator of a machine may give files away.
    if (process.getuid?.() === 0) keepOwner(handle, path)
    fchmodSync(handle, 0o600)
    // To the last byte, or not at all: a single write to a disk that is nearly full may end early, and is no error.
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
