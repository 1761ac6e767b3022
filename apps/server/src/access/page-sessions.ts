import { createHash, randomBytes } from 'node:crypto'
import type { Remembered } from '@reason/keys'

/** Somebody who signed in at a page. */
export interface PageSession {
  key: Remembered
  /** Unix milliseconds. */
  expiresAt: number
}

/** Sessions of pages: in memory, and over when the gateway stops. What browsers hold says nothing of whose they are. */
export interface PageSessions {
  /** @returns What its browser shows from now on. */
  open(key: Remembered): { id: string; expiresAt: number }
  find(id: string): PageSession | undefined
  close(id: string): void
  /** How long one lasts. */
  readonly lifetimeMs: number
}

export interface PageSessionsOptions {
  /** Unix milliseconds. Default `Date.now`. */
  now?: () => number
  /** Default: 12 hours. */
  lifetimeMs?: number
  /** Of one key at a time; the oldest has to go. Default 32. */
  most?: number
}

const halfDay = 43_200_000

export function createPageSessions({ now = Date.now, lifetimeMs = halfDay, most = 32 }: PageSessionsOptions = {}): PageSessions {
  /** By the hash of what the browser shows: whoever reads the memory of the gateway cannot be anybody. In the order of opening. */
  const sessions = new Map<string, PageSession>()

  return { open, find, close: (id) => void sessions.delete(hashOf(id)), lifetimeMs }

  function open(key: Remembered): { id: string; expiresAt: number } {
    leaveOut(key.id)
    const id = randomBytes(32).toString('base64url')
    const expiresAt = now() + lifetimeMs
    sessions.set(hashOf(id), { key, expiresAt })
    return { id, expiresAt }
  }

  function find(id: string): PageSession | undefined {
    const hash = hashOf(id)
    const session = sessions.get(hash)
    if (session === undefined || session.expiresAt > now()) return session
    sessions.delete(hash)
    return undefined
  }

  /** Those that are over, and one of this key where it has as many as it may. */
  function leaveOut(keyId: string): void {
    const own: string[] = []
    for (const [hash, { key, expiresAt }] of sessions) {
      if (expiresAt <= now()) sessions.delete(hash)
      else if (key.id === keyId) own.push(hash)
    }
    if (own.length >= most) sessions.delete(own[0]!)
  }
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url')
