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
import { rememberSettledMs, type BudgetStore, type OfReservation, type Operation, type Reply } from './store.ts'
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

  return {
    id: 'memory',
    isImmediate: true,
    reserve: (operation) =>
      run(operation, ({ now, loaded }) => {
        if (isSettled(operation, now)) return 'settled'
        const refused = loaded.some((one) => one.terms.action === 'reject' && !one.account.leases.has(operation.id) && available(one) <= 0)
        if (refused) return 'refused'
        for (const one of loaded) {
          const held = one.account.leases.get(operation.id)
          one.granted = held?.held ?? clamp(operation.tokens, available(one))
          if (held !== undefined) continue
          hold(one.account, operation.id, { held: one.granted, running: 0, expiresAt: now + operation.ttlMs })
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
          hold(one.account, operation.id, { held, running: operation.running, expiresAt: now + operation.ttlMs })
          one.account.changedAt = now
        }
        return 'done'
      }),
    settle: (operation) =>
      run(operation, ({ now, loaded }) => {
        if (isSettled(operation, now)) return 'settled'
        settled.add(operation.id, now + rememberSettledMs)
        for (const { account, terms } of loaded) {
          release(account, operation.id)
          spend(account, currentBucket(terms, now), operation.tokens)
          account.changedAt = now
        }
        return 'done'
      }),
    write: (operation) =>
      run(operation, ({ now, loaded }) => {
        for (const one of loaded) {
          clear(one.account)
          spend(one.account, currentBucket(one.terms, now), operation.used)
          one.account.changedAt = now
          one.before = levelOf(one)
        }
        return 'done'
      }),
    read: (operation) => run(operation, () => 'done'),
    size: () => accounts.size + settled.size(),
  }

  /** Nothing in here waits, so an operation is atomic by itself. */
  async function run(operation: Operation, act: (context: { now: number; loaded: Loaded[] }) => Reply['outcome']): Promise<Reply> {
    const now = clock()
    operations += 1
    sweep(now)
    const loaded = operation.accounts.map((terms) => load(terms, accounts.get(nameOf(operation, terms.name)), now))
    const outcome = act({ now, loaded })
    if (outcome === 'done') for (const one of loaded) keep(operation, one)
    return { outcome, now, accounts: loaded.map(stateOf) }
  }

  function keep(operation: Operation, { account, terms }: Loaded): void {
    if (account.changedAt === undefined) return
    if (account.usedAt === 0) accounts.set(nameOf(operation, terms.name), account)
    account.usedAt = operations
  }

  function isSettled({ id }: OfReservation, now: number): boolean {
    return settled.has(id, now)
  }

  /** Forgets what counts nowhere any more. Seldom enough that an operation pays for one account at most, on average. */
  function sweep(now: number): void {
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
