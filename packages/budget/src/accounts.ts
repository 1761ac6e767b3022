import { hash } from 'node:crypto'
import type { GenerationRequest } from '@reason/core/pipeline'
import { scopes, type Limit, type Limits, type Scope } from './config.ts'
import type { Terms } from './store.ts'
import { bucketsOf } from './window.ts'

/** Who thinks: what a request says of it. */
export type Identity = Pick<GenerationRequest, 'session' | 'key' | 'team'>

/** One budget that binds an identity. */
export interface Account {
  scope: Scope
  /** The session, key or team, as the identity names it. */
  of: string
  limit: Limit
  terms: Terms
}

/**
 * The accounts of an identity that have a limit. A session belongs to the key that uses it: what two keys call by one name are two
 * sessions, so that no key can use up the session of another.
 */
export function accountsOf(identity: Identity, limits: Limits): Account[] {
  const accounts: Account[] = []
  for (const scope of scopes) {
    const of = identity[scope]
    const limit = limits[scope]
    if (of === undefined || limit === undefined || limit.tokens === 0) continue
    const owner = scope === 'session' && identity.key !== undefined ? `${safe(identity.key)}/` : ''
    const { tokens, warnAt, window, action, forgetAfterMs } = limit
    const { bucketMs, spanMs } = bucketsOf(window)
    const terms: Terms = {
      name: `${scope}:${owner}${safe(of)}`,
      limit: tokens,
      warnFrom: Math.ceil(tokens * warnAt),
      action,
      forgetAfterMs: window === 'lifetime' ? forgetAfterMs : 0,
      bucketMs,
      spanMs,
    }
    accounts.push({ scope, of, limit, terms })
  }
  return accounts
}

/** What is kept together in a store: all of a team, else of a key, else of a session. */
export function tenantOf({ session, key, team }: Identity): string {
  if (team !== undefined) return `team:${safe(team)}`
  if (key !== undefined) return `key:${safe(key)}`
  return `session:${safe(session ?? '')}`
}

/** A name as a part of a key: as it is where it is short and plain, else its hash, which begins with a character that no plain name has. */
export function safe(name: string): string {
  return plain.test(name) ? name : `~${hash('sha256', name, 'base64url')}`
}

const plain = /^[A-Za-z0-9._-]{1,64}$/
