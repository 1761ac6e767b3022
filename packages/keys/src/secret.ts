import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A key as its owner has it: an id and a secret. */
export interface Secret {
  id: string
  /** 256 random bits, which cannot be guessed, so that a plain hash is sufficient. */
  secret: string
}

/** Prefix by which scanners and people recognise a key. */
const prefix = 'rsk'
const form = /^rsk_([a-z0-9]{10})_([\w-]{43})$/
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function newSecret(): Secret {
  // 252 is a multiple of 36, so that all characters are equally likely.
  const letters = [...randomBytes(64)].filter((byte) => byte < 252).map((byte) => alphabet[byte % alphabet.length])
  return { id: letters.slice(0, 10).join(''), secret: randomBytes(32).toString('base64url') }
}

/** Formats a key as clients send it: `rsk_<id>_<secret>`. */
export const textOf = ({ id, secret }: Secret): string => `${prefix}_${id}_${secret}`

/** Undefined for a text of another form. */
export function parseSecret(text: string): Secret | undefined {
  const [, id, secret] = form.exec(text.trim()) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

export const hashOf = (secret: string): string => `sha256:${createHash('sha256').update(secret).digest('hex')}`

export const isSecret = (secret: string, hash: string): boolean => isHash(hashOf(secret), hash)

/** Compares hashes in constant time. */
export function isHash(hash: string, kept: string): boolean {
  const [one, other] = [Buffer.from(hash), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}
