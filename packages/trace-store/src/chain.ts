import { createHash } from 'node:crypto'
import type { ChainRow } from './schema.ts'

/** What the first link hangs on. */
export const genesis = '0'.repeat(64)

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A link says what it is of, and everything before it: whoever changes one has to change all after it. */
export function linkOf(before: string, { position, kind, id_hash, digest, at }: Omit<ChainRow, 'link'>): string {
  return sha256([before, position, kind, id_hash, digest, at].join('\n'))
}
