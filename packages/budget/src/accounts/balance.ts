import type { Account } from './accounts.ts'
import type { Action, BudgetScope } from '../config.ts'
import type { AccountState, SpendLevel } from '../store/store.ts'
import { currentBucket, endOfBucket, type BudgetWindow } from '../window.ts'

/** State of an account, in tokens. */
export interface Balance {
  scope: BudgetScope
  /** The session, key or team. */
  of: string
  limit: number
  /** Settled tokens in the window. */
  used: number
  /** Tokens reserved by running generations. */
  reserved: number
  /** Tokens used so far by running generations: a part of `reserved`. */
  running: number
  /** Neither used nor reserved. Never below 0. */
  available: number
  level: 'ok' | 'warning' | 'exceeded'
  action: Action
  window: BudgetWindow
  /**
   * Milliseconds since 1970, by the store's clock. The end of a fixed window. For a rolling window at its limit: when tokens become available again, if nothing
   * more is spent. Absent for `lifetime`.
   */
  resetsAt?: number
  /** Only for `lifetime` at its limit: when the account starts from 0 again, if it stays unused until then. Same clock. Absent: never. */
  forgottenAt?: number
}

const levels = ['ok', 'warning', 'exceeded'] as const satisfies Record<SpendLevel, Balance['level']>

export function balanceOf(
  { scope, of, limit: { tokens: limit, action, window }, terms }: Account,
  state: AccountState,
  now: number,
): Balance {
  const { used, reserved, running, after } = state
  const reset = resetOf({ terms, window }, state, now)
  return {
    scope,
    of,
    limit,
    used,
    reserved,
    running,
    available: Math.max(0, limit - used - reserved),
    level: levels[after],
    action,
    window,
    ...(reset !== undefined && { [window === 'lifetime' ? 'forgottenAt' : 'resetsAt']: reset }),
  }
}

function resetOf(
  { terms, window }: Pick<Account, 'terms'> & { window: BudgetWindow },
  state: AccountState,
  now: number,
): number | undefined {
  const { limit, forgetAfterMs } = terms
  if (window === 'lifetime') {
    return state.used >= limit && forgetAfterMs > 0 && state.changedAt !== undefined ? state.changedAt + forgetAfterMs : undefined
  }
  if (window.kind === 'fixed') return endOfBucket(terms, currentBucket(terms, now))
  let left = state.used
  for (const [index, tokens] of state.buckets) {
    left -= tokens
    if (left < limit) return endOfBucket(terms, index)
  }
  return undefined
}
