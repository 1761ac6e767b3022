import { verb } from './immediate.ts'
import {
  available,
  clamp,
  clear,
  hold,
  isOver,
  levelOf,
  load,
  release,
  spend,
  stateOf,
  type Account,
  type Loaded,
} from './memory-account.ts'
import {
  rememberSettledMs,
  type BudgetStore,
  type Extend,
  type Operation,
  type Reply,
  type Reserve,
  type Settle,
  type Write,
} from './store.ts'
import { createSettled } from './settled.ts'
import { currentBucket } from './window.ts'

export interface MemoryStoreOptions {
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /**
   * Sessions that are remembered, about: clients name as many as they like. Past it those that were used longest ago begin anew; keys and teams are
   * never forgotten for that. Default 100,000 (about 100 MB).
   */
  maxSessions?: number
}

export interface MemoryStore extends BudgetStore {
  /** How many accounts and settled reservations it remembers. */
  size(): number
}

/** Budgets of one process. They end with it. */
export function memoryStore({ now: clock = Date.now, maxSessions = 100_000 }: MemoryStoreOptions = {}): MemoryStore {
  const accounts = new Map<string, Account>()
  const settled = createSettled()
  /** All, and since the last sweep. */
  let operations = 0
  let unswept = 0
  let sweepAt = sweepEvery
  /** When the operation came. */
  let now = 0

  return {
    id: 'memory',
    isImmediate: true,
    reserve: verb(reserve),
    extend: verb(extend),
    settle: verb(settle),
    write: verb(write),
    read: verb((operation: Operation) => reply('done', operation, begin(operation))),
    size: () => accounts.size + settled.size(),
  }

  function reserve(operation: Reserve): Reply {
    const { id, tokens, ttlMs } = operation
    const loaded = begin(operation)
    if (settled.has(id, now)) return reply('settled', operation, loaded)
    for (const one of loaded) {
      if (one.terms.action === 'reject' && !one.account.leases.has(id) && available(one) <= 0) return reply('refused', operation, loaded)
    }
    for (const one of loaded) {
      const held = one.account.leases.get(id)
      one.granted = held?.held ?? clamp(tokens, available(one))
      if (held !== undefined) continue
      hold(one.account, id, { held: one.granted, running: 0, expiresAt: now + ttlMs })
      one.account.changedAt = now
    }
    return reply('done', operation, loaded)
  }

  function extend(operation: Extend): Reply {
    const { id, running, tokens, ttlMs } = operation
    const loaded = begin(operation)
    if (settled.has(id, now)) return reply('settled', operation, loaded)
    for (const one of loaded) {
      const own = one.account.leases.get(id)?.held ?? 0
      one.granted = clamp(tokens, available(one) + own)
      hold(one.account, id, { held: Math.max(running, one.granted), running, expiresAt: now + ttlMs })
      one.account.changedAt = now
    }
    return reply('done', operation, loaded)
  }

  function settle(operation: Settle): Reply {
    const { id, tokens } = operation
    const loaded = begin(operation)
    if (settled.has(id, now)) return reply('settled', operation, loaded)
    settled.add(id, now + rememberSettledMs)
    for (const { account, terms } of loaded) {
      release(account, id)
      spend(account, currentBucket(terms, now), tokens)
      account.changedAt = now
    }
    return reply('done', operation, loaded)
  }

  function write(operation: Write): Reply {
    const loaded = begin(operation)
    for (const one of loaded) {
      clear(one.account)
      spend(one.account, currentBucket(one.terms, now), operation.used)
      one.account.changedAt = now
      one.before = levelOf(one)
    }
    return reply('done', operation, loaded)
  }

  /** Nothing in here waits, so an operation is atomic by itself. */
  function begin(operation: Operation): Loaded[] {
    now = clock()
    operations += 1
    sweep()
    return operation.accounts.map((terms) => load(terms, accounts.get(nameOf(operation, terms.name)), now))
  }

  function reply(outcome: Reply['outcome'], operation: Operation, loaded: readonly Loaded[]): Reply {
    if (outcome === 'done') for (const one of loaded) keep(operation, one)
    return { outcome, now, accounts: loaded.map(stateOf) }
  }

  function keep(operation: Operation, { account, terms }: Loaded): void {
    if (account.changedAt === undefined) return
    if (account.usedAt === 0) accounts.set(nameOf(operation, terms.name), account)
    account.usedAt = operations
  }

  /** Forgets what counts nowhere any more. Seldom enough that an operation pays for one account at most, on average. */
  function sweep(): void {
    unswept += 1
    if (unswept < sweepAt) return
    unswept = 0
    let sessions = 0
    for (const [name, account] of accounts) {
      if (isOver(account, now)) accounts.delete(name)
      else if (isSession(name)) sessions++
    }
    if (sessions > maxSessions) forget(sessions - maxSessions)
    settled.sweep(now)
    sweepAt = Math.max(sweepEvery, accounts.size + settled.size())
  }

  /** Sessions that were used longest ago, of those that do not run. */
  function forget(count: number): void {
    const idle = [...accounts].filter(([name, { leases }]) => isSession(name) && leases.size === 0)
    const times = Float64Array.from(idle, ([, { usedAt }]) => usedAt).toSorted()
    const last = times[Math.min(count, times.length) - 1] ?? 0
    for (const [name, { usedAt }] of idle) if (usedAt <= last) accounts.delete(name)
  }
}

/** Operations between two sweeps, at least. */
const sweepEvery = 1000

/** Behind the tenant, which holds no blank. */
const isSession = (name: string): boolean => name.startsWith('session:', name.indexOf(' ') + 1)

const nameOf = ({ tenant }: Operation, name: string): string => `${tenant} ${name}`
