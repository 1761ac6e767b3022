import {
  rememberSettledMs,
  type AccountState,
  type BudgetStore,
  type Level,
  type OfReservation,
  type Operation,
  type Reply,
  type Terms,
} from './store.ts'
import { currentBucket, oldestBucket } from './window.ts'

export interface MemoryStoreOptions {
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
}

export interface MemoryStore extends BudgetStore {
  /** How many accounts and settled reservations it remembers. */
  size(): number
}

/** Budgets of one process. They end with it. */
export function memoryStore({ now: clock = Date.now }: MemoryStoreOptions = {}): MemoryStore {
  const accounts = new Map<string, Account>()
  /** Reservations that were settled, with the time until which that is remembered: in the order of settling. */
  const settled = new Map<string, number>()
  let operations = 0
  let sweepAt = sweepEvery

  return {
    id: 'memory',
    reserve: (operation) =>
      run(operation, ({ now, loaded }) => {
        if (isSettled(operation, now)) return 'settled'
        const refused = loaded.some((one) => one.terms.action === 'reject' && !one.account.leases.has(operation.id) && available(one) <= 0)
        if (refused) return 'refused'
        for (const one of loaded) {
          const held = one.account.leases.get(operation.id)
          one.granted = held?.held ?? clamp(operation.tokens, available(one))
          if (held !== undefined) continue
          one.account.leases.set(operation.id, { held: one.granted, running: 0, expiresAt: now + operation.ttlMs })
          one.account.changedAt = now
        }
        return 'done'
      }),
    extend: (operation) =>
      run(operation, ({ now, loaded }) => {
        if (isSettled(operation, now)) return 'settled'
        for (const one of loaded) {
          const own = one.account.leases.get(operation.id)?.held ?? 0
          one.granted = clamp(operation.tokens, available(one) + own)
          const held = Math.max(operation.running, one.granted)
          one.account.leases.set(operation.id, { held, running: operation.running, expiresAt: now + operation.ttlMs })
          one.account.changedAt = now
        }
        return 'done'
      }),
    settle: (operation) =>
      run(operation, ({ now, loaded }) => {
        if (isSettled(operation, now)) return 'settled'
        settled.set(nameOf(operation, operation.id), now + rememberSettledMs)
        for (const { account, terms } of loaded) {
          account.leases.delete(operation.id)
          spend(account, currentBucket(terms, now), operation.tokens)
          account.changedAt = now
        }
        return 'done'
      }),
    write: (operation) =>
      run(operation, ({ now, loaded }) => {
        for (const one of loaded) {
          one.account.buckets.clear()
          spend(one.account, currentBucket(one.terms, now), operation.used)
          one.account.changedAt = now
          one.before = levelOf(one)
        }
        return 'done'
      }),
    read: (operation) => run(operation, () => 'done'),
    size: () => accounts.size + settled.size,
  }

  /** Nothing in here waits, so an operation is atomic by itself. */
  async function run(operation: Operation, act: (context: { now: number; loaded: Loaded[] }) => Reply['outcome']): Promise<Reply> {
    const now = clock()
    sweep(now)
    const loaded = operation.accounts.map((terms) => load(terms, accounts.get(nameOf(operation, terms.name)), now))
    const outcome = act({ now, loaded })
    return {
      outcome,
      now,
      accounts: loaded.map((one, index) => {
        const { account } = one
        if (outcome === 'done' && account.changedAt !== undefined) accounts.set(nameOf(operation, operation.accounts[index]!.name), account)
        return stateOf(one)
      }),
    }
  }

  function isSettled(operation: OfReservation, now: number): boolean {
    const until = settled.get(nameOf(operation, operation.id))
    return until !== undefined && until > now
  }

  /** Forgets what counts nowhere any more. Seldom enough that an operation pays for one account at most, on average. */
  function sweep(now: number): void {
    operations += 1
    if (operations < sweepAt) return
    operations = 0
    for (const [name, account] of accounts) if (isOver(account, now)) accounts.delete(name)
    for (const [name, until] of settled) if (until <= now) settled.delete(name)
    sweepAt = Math.max(sweepEvery, accounts.size + settled.size)
  }
}

/** Operations between two sweeps, at least. */
const sweepEvery = 1000

interface Lease {
  held: number
  running: number
  expiresAt: number
}

interface Account {
  buckets: Map<number, number>
  leases: Map<string, Lease>
  level: Level
  changedAt: number | undefined
  /** The last look at the clock. */
  seenAt: number
  /** Of the last operation, for the sweep and to notice a change. */
  terms: Pick<Terms, 'bucketMs' | 'spanMs' | 'forgetAfterMs'>
}

interface Loaded {
  account: Account
  terms: Terms
  before: Level
  granted: number
}

const nameOf = ({ tenant }: Operation, name: string): string => `${tenant} ${name}`

/** Brings an account to the present. */
function load(terms: Terms, known: Account | undefined, now: number): Loaded {
  const account = known ?? { buckets: new Map(), leases: new Map(), level: 0, changedAt: undefined, seenAt: now, terms }
  follow(account, now)
  for (const [id, lease] of account.leases) if (lease.expiresAt <= now) account.leases.delete(id)
  // Counted in other buckets: all of it counts as if it had been spent now.
  const isOther = account.terms.bucketMs !== terms.bucketMs || account.terms.spanMs !== terms.spanMs
  account.terms = terms
  if (isForgotten(account, now)) account.buckets.clear()
  const oldest = isOther ? -Infinity : oldestBucket(terms, now)
  const current = currentBucket(terms, now)
  let moved = 0
  for (const [index, tokens] of account.buckets) {
    if (index >= oldest && index <= current && !isOther) continue
    account.buckets.delete(index)
    // Of a future that did not come: it counts as if it had been spent now.
    if (index >= oldest) moved += tokens
  }
  spend(account, current, moved)
  const loaded: Loaded = { account, terms, before: 0, granted: 0 }
  loaded.before = Math.min(account.level, levelOf(loaded)) as Level
  return loaded
}

/** The clock was set back: what was to happen in a while still happens after that while. */
function follow(account: Account, now: number): void {
  const back = account.seenAt - now
  account.seenAt = now
  if (back <= 0) return
  for (const lease of account.leases.values()) lease.expiresAt -= back
  if (account.changedAt !== undefined) account.changedAt -= back
}

function spend({ buckets }: Account, index: number, tokens: number): void {
  if (tokens > 0) buckets.set(index, (buckets.get(index) ?? 0) + tokens)
}

const isForgotten = ({ changedAt, leases, terms }: Account, now: number): boolean =>
  terms.forgetAfterMs > 0 && changedAt !== undefined && leases.size === 0 && now - changedAt >= terms.forgetAfterMs

function isOver(account: Account, now: number): boolean {
  for (const lease of account.leases.values()) if (lease.expiresAt > now) return false
  if (isForgotten({ ...account, leases: new Map() }, now)) return true
  const oldest = oldestBucket(account.terms, now)
  for (const index of account.buckets.keys()) if (index >= oldest) return false
  return true
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const one of numbers) total += one
  return total
}

const usedOf = ({ buckets }: Account): number => sum(buckets.values())

function heldOf({ leases }: Account): { reserved: number; running: number } {
  let reserved = 0
  let running = 0
  for (const lease of leases.values()) {
    reserved += lease.held
    running += lease.running
  }
  return { reserved, running }
}

const available = ({ account, terms }: Loaded): number => terms.limit - usedOf(account) - heldOf(account).reserved

const clamp = (wanted: number, most: number): number => Math.max(0, Math.min(wanted, most))

function levelOf({ account, terms }: Loaded): Level {
  const spent = usedOf(account) + heldOf(account).running
  return spent >= terms.limit ? 2 : spent >= terms.warnFrom ? 1 : 0
}

function stateOf(loaded: Loaded): AccountState {
  const { account, before, granted } = loaded
  const after = levelOf(loaded)
  account.level = after
  const used = usedOf(account)
  const expiries = [...account.leases.values()].map((lease) => lease.expiresAt)
  return {
    used,
    ...heldOf(account),
    granted,
    before,
    after,
    changedAt: account.changedAt,
    nextExpiryAt: expiries.length === 0 ? undefined : expiries.reduce((one, other) => Math.min(one, other)),
    buckets: used >= loaded.terms.limit ? [...account.buckets].toSorted(([one], [other]) => one - other) : [],
  }
}
