import { isOver, type Account } from './memory-account.ts'
import { createSettled } from './settled.ts'
import { createVerbs, immediateStore } from './store-verbs.ts'
import type { BudgetStore } from './store.ts'

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
  /** At the last operation. */
  let now = 0
  const verbs = createVerbs({
    now() {
      now = clock()
      operations += 1
      sweep()
      return now
    },
    find: (tenant, name) => accounts.get(`${tenant} ${name}`),
    keep(tenant, name, account) {
      if (account.usedAt === 0) accounts.set(`${tenant} ${name}`, account)
      account.usedAt = operations
    },
    settled: { has: (_, id, at) => settled.has(id, at), add: (_, id, until) => settled.add(id, until) },
  })

  return { ...immediateStore('memory', verbs), size: () => accounts.size + settled.size() }

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
