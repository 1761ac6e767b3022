import { isOver, type MemoryAccount } from './memory-account.ts'
import { createSettled } from './settled-reservations.ts'
import { createVerbs, immediateStore } from './store-verbs.ts'
import type { BudgetStore } from './store.ts'

export interface MemoryStoreOptions {
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /**
   * Approximate maximum of remembered sessions, because clients may use any number of names. Beyond it, the least recently used ones start from 0; keys and
   * teams are never forgotten for that reason. Default 100,000 (about 100 MB).
   */
  maxSessions?: number
}

export interface MemoryStore extends BudgetStore {
  /** Number of remembered accounts and settled reservations. */
  size(): number
}

/** Store for the budgets of one process, lost at its end. */
export function memoryStore({ now: clock = Date.now, maxSessions = 100_000 }: MemoryStoreOptions = {}): MemoryStore {
  const accounts = new Map<string, MemoryAccount>()
  const settled = createSettled()
  /** Operations in total, and since the last sweep. */
  let operations = 0
  let unswept = 0
  let sweepAt = sweepEvery
  /** Time of the last operation. */
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

  /** Forgets what does not count any more. Rare enough that an operation pays for at most one account on average. */
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

  /** Forgets the least recently used sessions, except running ones. */
  function forget(count: number): void {
    const idle = [...accounts].filter(([name, { leases }]) => isSession(name) && leases.size === 0)
    const times = Float64Array.from(idle, ([, { usedAt }]) => usedAt).toSorted()
    const last = times[Math.min(count, times.length) - 1] ?? 0
    for (const [name, { usedAt }] of idle) if (usedAt <= last) accounts.delete(name)
  }
}

/** Minimum number of operations between two sweeps. */
const sweepEvery = 1000

/** Checks the part after the tenant, which contains no blank. */
const isSession = (name: string): boolean => name.startsWith('session:', name.indexOf(' ') + 1)
