import type { Account } from './accounts.ts'
import { balanceOf, type Balance } from './balance.ts'
import type { BudgetCounts, BudgetEvent, OfRun } from './events.ts'
import type { BudgetStore, Extend, Reply, Reserve, Settle } from './store.ts'

export interface LedgerOptions {
  store: BudgetStore
  timeoutMs: number
  counts: BudgetCounts
  emit: (event: BudgetEvent) => void
}

/** Whose operation it is: for events. */
export interface Context {
  accounts: readonly Account[]
  run: OfRun
}

/** A store that may fail: operations of generations never throw, and what could not be settled is settled later. */
export interface Ledger {
  /** Undefined: the store does not answer. */
  reserve(operation: Reserve, context: Context): Promise<Reply | undefined>
  extend(operation: Extend, context: Context): Promise<Reply | undefined>
  settle(operation: Settle, context: Context): Promise<Reply | undefined>
  /** Any other operation: with a time limit, and events for what it brings to light. Throws. */
  run(act: () => Promise<Reply>, context: Context): Promise<Balance[]>
  /** Generations whose settling waits for the store. */
  unsettled(): number
  /** Tries once more to settle what waits. */
  close(): Promise<void>
}

/** Settling again counts once for as long as the store remembers it; well before that ends, it is given up. */
const giveUpAfterMs = 1_800_000
const maxUnsettled = 10_000
const firstRetryMs = 500
const lastRetryMs = 15_000

export function createLedger({ store, timeoutMs, counts, emit }: LedgerOptions): Ledger {
  const waiting = new Map<string, { operation: Settle; context: Context; since: number }>()
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let retrying: Promise<void> | undefined

  return {
    reserve: (operation, context) => attempt('reserve', () => store.reserve(operation), context),
    extend: (operation, context) => attempt('extend', () => store.extend(operation), context),
    async settle(operation, context) {
      const reply = await attempt('settle', () => store.settle(operation), context)
      if (reply === undefined) wait(operation, context)
      return reply
    },
    async run(act, context) {
      const reply = await inTime(act, context)
      announce(reply, context)
      return reply.accounts.map((state, index) => balanceOf(context.accounts[index]!, state, reply.now))
    },
    unsettled: () => waiting.size,
    async close() {
      await retry()
      clearTimeout(timer)
    },
  }

  async function attempt(verb: 'reserve' | 'extend' | 'settle', act: () => Promise<Reply>, context: Context): Promise<Reply | undefined> {
    try {
      const reply = await inTime(act, context)
      announce(reply, context)
      return reply
    } catch (error) {
      counts.storeFailures += 1
      emit({ type: 'reasoning_budget_store_failed', operation: verb, error, ...context.run })
      return undefined
    }
  }

  /** Clients queue commands while they reconnect, and so may never fail. What such a command brings to light later is not lost. */
  function inTime(act: () => Promise<Reply>, context: Context): Promise<Reply> {
    const pending = act()
    return store.isImmediate === true ? pending : orLate(pending, context)
  }

  async function orLate(pending: Promise<Reply>, context: Context): Promise<Reply> {
    let late: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        reject(new Error(`The budget store "${store.id}" did not answer within ${timeoutMs} ms.`))
        pending.then((reply) => announce(reply, context)).catch(() => {})
      }, timeoutMs)
    })
    try {
      return await Promise.race([pending, timeout])
    } finally {
      clearTimeout(late)
    }
  }

  function announce(reply: Reply, { accounts, run }: Context): void {
    for (let index = 0; index < reply.accounts.length; index++) {
      const state = reply.accounts[index]!
      const { before, after } = state
      if (after <= before) continue
      const balance = balanceOf(accounts[index]!, state, reply.now)
      if (before < 1) {
        counts.warnings += 1
        emit({ type: 'reasoning_budget_warning', balance, ...run })
      }
      if (after === 2) {
        counts.exceeded += 1
        emit({ type: 'reasoning_budget_exceeded', balance, ...run })
      }
    }
  }

  function wait(operation: Settle, context: Context): void {
    if (waiting.size >= maxUnsettled) giveUp(waiting.keys().next().value!)
    waiting.set(operation.id, { operation, context, since: Date.now() })
    schedule()
  }

  function giveUp(id: string): void {
    waiting.delete(id)
    counts.neverSettled += 1
  }

  function schedule(): void {
    if (timer !== undefined || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      retryMs = Math.min(retryMs * 2, lastRetryMs)
      void retry().then(schedule)
    }, retryMs)
    timer.unref?.()
  }

  function retry(): Promise<void> {
    retrying ??= settleWaiting().finally(() => {
      retrying = undefined
    })
    return retrying
  }

  /** One after another, and none after one that fails: a store that is just coming back is not flooded. */
  async function settleWaiting(): Promise<void> {
    for (const [id, { operation, context, since }] of waiting) {
      try {
        announce(await inTime(() => store.settle(operation), context), context)
        waiting.delete(id)
        retryMs = firstRetryMs
      } catch {
        if (Date.now() - since < giveUpAfterMs) return
        giveUp(id)
      }
    }
  }
}
