import { createHash } from 'node:crypto'

/**
 * Digest of an answer. Whitespace does not count: formats and clients put other whitespace between blocks, and none of them says anything
 * else by it.
 */
export const seenDigest = (answer: string): string =>
  createHash('sha256').update(answer.replaceAll(/\s+/g, '')).digest('base64url').slice(0, 22)
