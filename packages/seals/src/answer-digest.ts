import { createHash } from 'node:crypto'

/** Digests an answer without its whitespace: formats and clients put different whitespace between blocks, which never changes the meaning. */
export const seenDigest = (answer: string): string =>
  createHash('sha256').update(answer.replaceAll(/\s+/g, '')).digest('base64url').slice(0, 22)
