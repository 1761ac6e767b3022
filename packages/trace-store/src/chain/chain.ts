import { createHash } from 'node:crypto'
import type { ChainRow } from '../tables/schema.ts'

/** Predecessor of the first link. */
export const genesis = '0'.repeat(64)

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Hashes a row together with the link before it, so that a changed row invalidates every later link. */
export function linkOf(before: string, { position, kind, id_hash, digest, at }: Omit<ChainRow, 'link'>): string {
  return sha256([before, position, kind, id_hash, digest, at].join('\n'))
}
