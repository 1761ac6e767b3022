import { createHash, randomBytes } from 'node:crypto'
import type { Remembered } from '@reason/keys'
import type { Share } from '@reason/gateway/host'

/** The session of a user who signed in on a page. */
export interface PageSession {
  key: Remembered
  /** Unix milliseconds. */
  expiresAt: number
}

/** Sessions of pages, in memory, so they end when the gateway stops. The token in a browser does not reveal the key. */
export interface PageSessions {
  /** @returns Token for the browser, and a promise that resolves when all processes have the session. */
  open(key: Remembered): { id: string; expiresAt: number; known: Promise<unknown> }
  find(id: string): PageSession | undefined
  close(id: string): void
  readonly lifetimeMs: number
}

/** An opened or closed session, by the hash of its token. */
export interface SessionChange {
  hash: string
  /** Undefined if the session was closed. */
  session?: PageSession | undefined
}

export interface PageSessionsOptions {
  /** Unix milliseconds. Default `Date.now`. */
  now?: () => number
  /** Milliseconds. Default: 12 hours. */
  lifetimeMs?: number
  /** Maximum number of sessions per key. The oldest is dropped first. Default 32. */
  most?: number
  /** Shares sessions with the other processes of the gateway, which may get the next request of a page. Default: a single process. */
  share?: Share<SessionChange> | undefined
}

const halfDay = 43_200_000

export function createPageSessions({ now = Date.now, lifetimeMs = halfDay, most = 32, share }: PageSessionsOptions = {}): PageSessions {
  /** Keyed by the hash of the session token, so that a memory dump cannot be replayed. In the order of opening. */
  const sessions = new Map<string, PageSession>()

  share?.known.forEach(apply)
  share?.listen(apply)

  return { open, find, close: (id) => void change({ hash: hashOf(id) }), lifetimeMs }

  function open(key: Remembered): ReturnType<PageSessions['open']> {
    const id = randomBytes(32).toString('base64url')
    const expiresAt = now() + lifetimeMs
    return { id, expiresAt, known: change({ hash: hashOf(id), session: { key, expiresAt } }) }
  }

  async function change(what: SessionChange): Promise<void> {
    apply(what)
    // If sharing fails, the session is still valid in this process.
    await share?.changed(what).catch(() => {})
  }

  function apply({ hash, session }: SessionChange): void {
    if (session === undefined) return void sessions.delete(hash)
    leaveOut(session.key.id)
    sessions.set(hash, session)
  }

  function find(id: string): PageSession | undefined {
    const hash = hashOf(id)
    const session = sessions.get(hash)
    if (session === undefined || session.expiresAt > now()) return session
    sessions.delete(hash)
    return undefined
  }

  /** Drops expired sessions, and the oldest session of this key if the key has the maximum number. */
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
