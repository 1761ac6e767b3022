import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A key as its owner has it: who it is, and what proves it. */
export interface Secret {
  id: string
  /** 256 bits: too many to be guessed, so that a plain hash of it is enough. */
  secret: string
}

/** By which scanners and people recognise a key. */
const prefix = 'rsk'
const form = /^rsk_([a-z0-9]{10})_([\w-]{43})$/
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function newSecret(): Secret {
  // 252 is a multiple of 36: no letter is more likely than another.
  const letters = [...randomBytes(64)].filter((byte) => byte < 252).map((byte) => alphabet[byte % alphabet.length])
  return { id: letters.slice(0, 10).join(''), secret: randomBytes(32).toString('base64url') }
}

/** `rsk_<id>_<secret>`: what clients show. */
export const textOf = ({ id, secret }: Secret): string => `${prefix}_${id}_${secret}`

/** Undefined: it is no key of this kind. */
export function parseSecret(text: string): Secret | undefined {
  const [, id, secret] = form.exec(text.trim()) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

export const hashOf = (secret: string): string => `sha256:${createHash('sha256').update(secret).digest('hex')}`

export const isSecret = (secret: string, hash: string): boolean => isHash(hashOf(secret), hash)

/** In a time that says nothing of where they differ. */
export function isHash(hash: string, kept: string): boolean {
  const [one, other] = [Buffer.from(hash), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}
