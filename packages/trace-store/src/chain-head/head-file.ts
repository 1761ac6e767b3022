import { open, readFile, rename, rm } from 'node:fs/promises'
import { isSignedBy, parseHead, signHead, type ChainHead, type SignedHead } from './head.ts'

/** What a file of a head holds. `missing`: there is no file. `damaged`: it holds something else. `foreign`: none of the keys signed it. */
export type ReadHead =
  | { state: 'signed' | 'unchecked'; head: SignedHead }
  | { state: 'missing' }
  | { state: 'damaged' }
  | { state: 'foreign' }

/** No head is longer, in bytes. */
const longest = 65_536

/**
 * @param keys - Any of them may have signed it. None: the signature is not checked.
 * @throws on a file that cannot be read
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

/** The file is there as a whole, before or after: a loss of power in between leaves the head before. */
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

/** What to do about a head that is there and cannot be used. */
export const headProblem = (path: string, state: 'damaged' | 'foreign'): string =>
  state === 'damaged'
    ? `The head of the chain, ${path}, is damaged: it holds no signed head. Put a copy back, or move it away so that a new head begins at the links that are there.`
    : `The head of the chain, ${path}, is not signed with any of the keys: it was written with another key, or changed. Give the key that signed it, or move the file away so that a new head begins at the links that are there.`
