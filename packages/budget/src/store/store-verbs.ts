import { verb } from './synchronous-verbs.ts'
import { available, clamp, clear, hold, levelOf, load, release, spend, stateOf } from './memory-account.ts'
import type { MemoryAccount, LoadedAccount } from './memory-account.ts'
import { rememberSettledMs } from './store.ts'
import type { BudgetStore, Extend, Operation, StoreReply, Reserve, Settle, Write } from './store.ts'
import { currentBucket } from '../window.ts'

/** Storage of accounts and settled reservations on one machine: memory or a file. */
export interface Keeping {
  /** Milliseconds since 1970. Called once, at the start of an operation. */
  now(): number
  find(tenant: string, name: string): MemoryAccount | undefined
  /** Stores accounts after an operation, if they were ever changed. */
  keep(tenant: string, name: string, account: MemoryAccount): void
  settled: { has(tenant: string, id: string, now: number): boolean; add(tenant: string, id: string, until: number): void }
}

type Verb = 'reserve' | 'extend' | 'settle' | 'write' | 'read'

/** Operations with a synchronous result. */
export type Verbs = { [Name in Verb]: (...operation: Parameters<BudgetStore[Name]>) => StoreReply }

/** Creates a store of synchronous operations. */
export const immediateStore = (id: string, verbs: Verbs): BudgetStore => ({
  id,
  isImmediate: true,
  reserve: verb(verbs.reserve),
  extend: verb(verbs.extend),
  settle: verb(verbs.settle),
  write: verb(verbs.write),
  read: verb(verbs.read),
})

/** Implements the operations of stores on one machine. They are synchronous, so an operation is atomic if its storage is. */
export function createVerbs({ now: clock, find, keep, settled }: Keeping): Verbs {
  /** Time of the operation. */
  let now = 0

  return { reserve, extend, settle, write, read: (operation) => reply('done', operation, begin(operation)) }

  function reserve(operation: Reserve): StoreReply {
    const { id, tokens, ttlMs } = operation
    const loaded = begin(operation)
    if (settled.has(operation.tenant, id, now)) return reply('settled', operation, loaded)
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

  function extend(operation: Extend): StoreReply {
    const { id, running, tokens, ttlMs } = operation
    const loaded = begin(operation)
    if (settled.has(operation.tenant, id, now)) return reply('settled', operation, loaded)
    for (const one of loaded) {
      const own = one.account.leases.get(id)?.held ?? 0
      one.granted = clamp(tokens, available(one) + own)
      hold(one.account, id, { held: Math.max(running, one.granted), running, expiresAt: now + ttlMs })
      one.account.changedAt = now
    }
    return reply('done', operation, loaded)
  }

  function settle(operation: Settle): StoreReply {
    const { id, tokens } = operation
    const loaded = begin(operation)
    if (settled.has(operation.tenant, id, now)) return reply('settled', operation, loaded)
    settled.add(operation.tenant, id, now + rememberSettledMs)
    for (const { account, terms } of loaded) {
      release(account, id)
      spend(account, currentBucket(terms, now), tokens)
      account.changedAt = now
    }
    return reply('done', operation, loaded)
  }

  function write(operation: Write): StoreReply {
    const loaded = begin(operation)
    for (const one of loaded) {
      clear(one.account)
      spend(one.account, currentBucket(one.terms, now), operation.used)
      one.account.changedAt = now
      one.before = levelOf(one)
    }
    return reply('done', operation, loaded)
  }

  function begin({ tenant, accounts }: Operation): LoadedAccount[] {
    now = clock()
    return accounts.map((terms) => load(terms, find(tenant, terms.name), now))
  }

  function reply(outcome: StoreReply['outcome'], { tenant }: Operation, loaded: readonly LoadedAccount[]): StoreReply {
    const accounts = loaded.map(stateOf)
    for (const { account, terms } of loaded) if (account.changedAt !== undefined) keep(tenant, terms.name, account)
    return { outcome, now, accounts }
  }
}
