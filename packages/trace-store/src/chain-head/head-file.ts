import { open, readFile, rename, rm } from 'node:fs/promises'
import { isSignedBy, parseHead, signHead, type ChainHead, type SignedHead } from './head.ts'

/** State of a head's file. `missing`: there is no file. `damaged`: it contains no head. `foreign`: none of the keys signed it. */
export type ReadHead =
  | { state: 'signed' | 'unchecked'; head: SignedHead }
  | { state: 'missing' }
  | { state: 'damaged' }
  | { state: 'foreign' }

/** Maximum length of a head, in bytes. */
const longest = 65_536

/**
 * @param keys - Any of them may have signed the head. Empty: the signature is not checked.
 * @throws if the file cannot be read
 */
export async function readHeadFile(path: string, keys: readonly string[]): Promise<ReadHead> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'missing' }
    throw error
  }
  const head = text.length > longest ? undefined : parseHead(text)
  if (head === undefined) return { state: 'damaged' }
  if (keys.length === 0) return { state: 'unchecked', head }
  return isSignedBy(head, keys) ? { state: 'signed', head } : { state: 'foreign' }
}

/** Replaces the file atomically. After a loss of power, the previous head is still there. */
export async function writeHeadFile(path: string, head: ChainHead, key: string): Promise<void> {
  const beside = `${path}.tmp`
  try {
    const file = await open(beside, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(signHead(head, key))}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Remedy for a head that cannot be used. */
export const headProblem = (path: string, state: 'damaged' | 'foreign'): string =>
  state === 'damaged'
    ? `The head of the chain, ${path}, is damaged: it holds no signed head. Put a copy back, or move it away so that a new head begins at the links that are there.`
    : `The head of the chain, ${path}, is not signed with any of the keys: it was written with another key, or changed. Give the key that signed it, or move the file away so that a new head begins at the links that are there.`
