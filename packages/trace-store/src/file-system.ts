import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents. The `recursive` option of `mkdirSync` never returns where a file system answers ENOENT for a folder whose parent exists, as
 * `/proc` does. `@reason/keys` has its own copy, because services do not depend on each other.
 *
 * @throws errors of the file system
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino
