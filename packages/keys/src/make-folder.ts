import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents. The `recursive` option of `mkdirSync` never returns if a file system reports ENOENT
 * for a folder whose parent exists, as `/proc` does.
 *
 * @throws the error of the file system
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process created the folder first.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
