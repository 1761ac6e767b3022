import type { AccountState, Level, Terms } from './store.ts'
import { currentBucket, oldestBucket } from './window.ts'

interface Lease {
  held: number
  running: number
  expiresAt: number
}

/** One account in memory. */
export interface Account {
  buckets: Map<number, number>
  /** The sum of the buckets, as a team may have thousands of generations at once. So are the next two, of the leases. */
  used: number
  reserved: number
  running: number
  leases: Map<string, Lease>
  /** Leases are in the order in which they expire: they are, as long as all live equally long. */
  isSorted: boolean
  lastExpiryAt: number
  /** No lease expires before: those that are left need not be looked at, each time. */
  firstExpiryAt: number
  level: Level
  changedAt: number | undefined
  /** The number of the last operation on it; 0: it is not kept yet. */
  usedAt: number
  /** The last look at the clock. */
  seenAt: number
  /** Of the last operation, for the sweep and to notice a change. */
  terms: Pick<Terms, 'bucketMs' | 'spanMs' | 'forgetAfterMs'>
}

/** An account in an operation, at the present. */
export interface Loaded {
  account: Account
  terms: Terms
  before: Level
  granted: number
}

export const emptyAccount = (terms: Account['terms'], now: number): Account => ({
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

/** Brings an account to the present. */
export function load(terms: Terms, known: Account | undefined, now: number): Loaded {
  const account = known ?? emptyAccount(terms, now)
  follow(account, now)
  if (account.firstExpiryAt <= now) expire(account, now)
  const isOther = account.terms.bucketMs !== terms.bucketMs || account.terms.spanMs !== terms.spanMs
  account.terms = terms
  if (isForgotten(account, now)) clear(account)
  // A lifetime has one bucket, which is the present.
  if (isOther || terms.bucketMs > 0) moveOn(account, { terms, isOther, now })
  const loaded: Loaded = { account, terms, before: 0, granted: 0 }
  loaded.before = Math.min(account.level, levelOf(loaded)) as Level
  return loaded
}

function moveOn(account: Account, { terms, isOther, now }: { terms: Terms; isOther: boolean; now: number }): void {
  // Counted in other buckets: all of it counts as if it had been spent now.
  const oldest = isOther ? -Infinity : oldestBucket(terms, now)
  const current = currentBucket(terms, now)
  let moved = 0
  for (const [index, tokens] of account.buckets) {
    if (index >= oldest && index <= current && !isOther) continue
    account.buckets.delete(index)
    account.used -= tokens
    // Of a future that did not come: it counts as if it had been spent now.
    if (index >= oldest) moved += tokens
  }
  spend(account, current, moved)
}

function expire(account: Account, now: number): void {
  account.firstExpiryAt = Infinity
  for (const [id, lease] of account.leases) {
    if (lease.expiresAt <= now) release(account, id)
    else {
      account.firstExpiryAt = Math.min(account.firstExpiryAt, lease.expiresAt)
      if (account.isSorted) break
    }
  }
}

/** The clock was set back: what was to happen in a while still happens after that while. */
function follow(account: Account, now: number): void {
  const back = account.seenAt - now
  account.seenAt = now
  if (back <= 0) return
  for (const lease of account.leases.values()) lease.expiresAt -= back
  account.lastExpiryAt -= back
  account.firstExpiryAt -= back
  if (account.changedAt !== undefined) account.changedAt -= back
}

export function spend(account: Account, index: number, tokens: number): void {
  if (tokens === 0) return
  account.buckets.set(index, (account.buckets.get(index) ?? 0) + tokens)
  account.used += tokens
}

export function clear(account: Account): void {
  account.buckets.clear()
  account.used = 0
}

export function hold(account: Account, id: string, lease: Lease): void {
  release(account, id)
  account.isSorted = account.leases.size === 0 || (account.isSorted && lease.expiresAt >= account.lastExpiryAt)
  account.lastExpiryAt = lease.expiresAt
  account.firstExpiryAt = Math.min(account.firstExpiryAt, lease.expiresAt)
  account.leases.set(id, lease)
  account.reserved += lease.held
  account.running += lease.running
}

export function release(account: Account, id: string): void {
  const lease = account.leases.get(id)
  if (lease === undefined) return
  account.leases.delete(id)
  account.reserved -= lease.held
  account.running -= lease.running
}

const isForgotten = (account: Account, now: number): boolean => account.leases.size === 0 && isLeftAlone(account, now)

const isLeftAlone = ({ changedAt, terms }: Account, now: number): boolean =>
  terms.forgetAfterMs > 0 && changedAt !== undefined && now - changedAt >= terms.forgetAfterMs

export function isOver(account: Account, now: number): boolean {
  for (const lease of account.leases.values()) if (lease.expiresAt > now) return false
  if (isLeftAlone(account, now)) return true
  const oldest = oldestBucket(account.terms, now)
  for (const index of account.buckets.keys()) if (index >= oldest) return false
  return true
}

export const available = ({ account, terms }: Loaded): number => terms.limit - account.used - account.reserved

export const clamp = (wanted: number, most: number): number => Math.max(0, Math.min(wanted, most))

export function levelOf({ account, terms }: Loaded): Level {
  const spent = account.used + account.running
  return spent >= terms.limit ? 2 : spent >= terms.warnFrom ? 1 : 0
}

export function stateOf(loaded: Loaded): AccountState {
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

function nextExpiryOf({ leases, isSorted }: Account): number | undefined {
  let next: number | undefined
  if (leases.size === 0) return next
  for (const { expiresAt } of leases.values()) {
    next = Math.min(next ?? expiresAt, expiresAt)
    if (isSorted) break
  }
  return next
}
