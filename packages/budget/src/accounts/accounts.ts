import { hash } from 'node:crypto'
import type { GenerationRequest } from '@reason/core/pipeline'
import { scopes, type Limit, type Limits, type BudgetScope } from '../config.ts'
import type { Terms } from '../store/store.ts'
import { bucketsOf } from '../window.ts'

/** Identity of a request's client, as far as the request states it. */
export type AccountIdentity = Pick<GenerationRequest, 'session' | 'key' | 'team'>

/** A budget that applies to an identity. */
export interface Account {
  scope: BudgetScope
  /** The session, key or team, as named by the identity. */
  of: string
  limit: Limit
  terms: Terms
}

/**
 * Accounts of an identity that have a limit. A session belongs to its key: the same session name under two keys means two sessions, so that no key can use up
 * another key's session.
 */
export function accountsOf(identity: AccountIdentity, limits: Limits): Account[] {
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

/** Tenant of an identity in a store: its team, or else its key, or else its session. */
export function tenantOf({ session, key, team }: AccountIdentity): string {
  if (team !== undefined) return `team:${safe(team)}`
  if (key !== undefined) return `key:${safe(key)}`
  return `session:${safe(session ?? '')}`
}

/** Name as a part of a key. A short plain name stays, another one is hashed. The hash starts with a character that no plain name contains. */
export function safe(name: string): string {
  return plain.test(name) ? name : `~${hash('sha256', name, 'base64url')}`
}

const plain = /^[A-Za-z0-9._-]{1,64}$/
