import type { AccountState, SpendLevel, Terms } from './store.ts'
import { currentBucket, oldestBucket } from '../window.ts'

interface AccountLease {
  held: number
  running: number
  expiresAt: number
}

export interface MemoryAccount {
  buckets: Map<number, number>
  /** Sum of the buckets. `reserved` and `running` are sums of the leases. Stored, because a team may have thousands of generations at once. */
  used: number
  reserved: number
  running: number
  leases: Map<string, AccountLease>
  /** Whether leases are in order of expiry, which holds while all have the same lifetime. */
  isSorted: boolean
  lastExpiryAt: number
  /** Earliest possible expiry of a lease. Before that, no lease needs to be checked. */
  firstExpiryAt: number
  level: SpendLevel
  changedAt: number | undefined
  /** Number of the last operation. 0 if the account is not stored yet. */
  usedAt: number
  /** Time of the last operation. */
  seenAt: number
  /** Terms of the last operation, for the sweep and to detect a change. */
  terms: Pick<Terms, 'bucketMs' | 'spanMs' | 'forgetAfterMs'>
}

/** An account in an operation, updated to the current time. */
export interface LoadedAccount {
  account: MemoryAccount
  terms: Terms
  before: SpendLevel
  granted: number
}

export const emptyAccount = (terms: MemoryAccount['terms'], now: number): MemoryAccount => ({
  buckets: new Map(),
  used: 0,
  reserved: 0,
  running: 0,
  leases: new Map(),
  isSorted: true,
  lastExpiryAt: 0,
  firstExpiryAt: Infinity,
  level: 0,
  changedAt: undefined,
  usedAt: 0,
  seenAt: now,
  terms,
})

/** Updates an account to the current time. */
export function load(terms: Terms, known: MemoryAccount | undefined, now: number): LoadedAccount {
  const account = known ?? emptyAccount(terms, now)
  follow(account, now)
  if (account.firstExpiryAt <= now) expire(account, now)
  const isOther = account.terms.bucketMs !== terms.bucketMs || account.terms.spanMs !== terms.spanMs
  account.terms = terms
  if (isForgotten(account, now)) clear(account)
  // A lifetime has a single bucket.
  if (isOther || terms.bucketMs > 0) moveOn(account, { terms, isOther, now })
  const loaded: LoadedAccount = { account, terms, before: 0, granted: 0 }
  loaded.before = Math.min(account.level, levelOf(loaded)) as SpendLevel
  return loaded
}

function moveOn(account: MemoryAccount, { terms, isOther, now }: { terms: Terms; isOther: boolean; now: number }): void {
  // After a change of the buckets, all tokens count as spent now.
  const oldest = isOther ? -Infinity : oldestBucket(terms, now)
  const current = currentBucket(terms, now)
  let moved = 0
  for (const [index, tokens] of account.buckets) {
    if (index >= oldest && index <= current && !isOther) continue
    account.buckets.delete(index)
    account.used -= tokens
    // Tokens in the future, after the clock was set back, count as spent now.
    if (index >= oldest) moved += tokens
  }
  spend(account, current, moved)
}

function expire(account: MemoryAccount, now: number): void {
  account.firstExpiryAt = Infinity
  for (const [id, lease] of account.leases) {
    if (lease.expiresAt <= now) release(account, id)
    else {
      account.firstExpiryAt = Math.min(account.firstExpiryAt, lease.expiresAt)
      if (account.isSorted) break
    }
  }
}

/** Shifts all times if the clock was set back, so that remaining durations stay the same. */
function follow(account: MemoryAccount, now: number): void {
  const back = account.seenAt - now
  account.seenAt = now
  if (back <= 0) return
  for (const lease of account.leases.values()) lease.expiresAt -= back
  account.lastExpiryAt -= back
  account.firstExpiryAt -= back
  if (account.changedAt !== undefined) account.changedAt -= back
}

export function spend(account: MemoryAccount, index: number, tokens: number): void {
  if (tokens === 0) return
  account.buckets.set(index, (account.buckets.get(index) ?? 0) + tokens)
  account.used += tokens
}

export function clear(account: MemoryAccount): void {
  account.buckets.clear()
  account.used = 0
}

export function hold(account: MemoryAccount, id: string, lease: AccountLease): void {
  release(account, id)
  account.isSorted = account.leases.size === 0 || (account.isSorted && lease.expiresAt >= account.lastExpiryAt)
  account.lastExpiryAt = lease.expiresAt
  account.firstExpiryAt = Math.min(account.firstExpiryAt, lease.expiresAt)
  account.leases.set(id, lease)
  account.reserved += lease.held
  account.running += lease.running
}

export function release(account: MemoryAccount, id: string): void {
  const lease = account.leases.get(id)
  if (lease === undefined) return
  account.leases.delete(id)
  account.reserved -= lease.held
  account.running -= lease.running
}

const isForgotten = (account: MemoryAccount, now: number): boolean => account.leases.size === 0 && isLeftAlone(account, now)

const isLeftAlone = ({ changedAt, terms }: MemoryAccount, now: number): boolean =>
  terms.forgetAfterMs > 0 && changedAt !== undefined && now - changedAt >= terms.forgetAfterMs

export function isOver(account: MemoryAccount, now: number): boolean {
  for (const lease of account.leases.values()) if (lease.expiresAt > now) return false
  if (isLeftAlone(account, now)) return true
  const oldest = oldestBucket(account.terms, now)
  for (const index of account.buckets.keys()) if (index >= oldest) return false
  return true
}

export const available = ({ account, terms }: LoadedAccount): number => terms.limit - account.used - account.reserved

export const clamp = (wanted: number, most: number): number => Math.max(0, Math.min(wanted, most))

export function levelOf({ account, terms }: LoadedAccount): SpendLevel {
  const spent = account.used + account.running
  return spent >= terms.limit ? 2 : spent >= terms.warnFrom ? 1 : 0
}

export function stateOf(loaded: LoadedAccount): AccountState {
  const { account, before, granted } = loaded
  const after = levelOf(loaded)
  account.level = after
  const { used, reserved, running, changedAt } = account
  const isUsedUp = used >= loaded.terms.limit
  return {
    used,
    reserved,
    running,
    granted,
    before,
    after,
    changedAt,
    nextExpiryAt: nextExpiryOf(account),
    buckets: isUsedUp ? [...account.buckets].toSorted(([one], [other]) => one - other) : noBuckets,
  }
}

const noBuckets: AccountState['buckets'] = []

function nextExpiryOf({ leases, isSorted }: MemoryAccount): number | undefined {
  let next: number | undefined
  if (leases.size === 0) return next
  for (const { expiresAt } of leases.values()) {
    next = Math.min(next ?? expiresAt, expiresAt)
    if (isSorted) break
  }
  return next
}
