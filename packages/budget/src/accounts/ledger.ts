import type { Account } from './accounts.ts'
import { balanceOf, type Balance } from './balance.ts'
import { runOf, type Asker, type BudgetCounts, type BudgetEvent } from './events.ts'
import { immediately } from '../store/synchronous-verbs.ts'
import type { BudgetStore, Extend, StoreReply, Reserve, Settle } from '../store/store.ts'

export interface LedgerOptions {
  store: BudgetStore
  timeoutMs: number
  counts: BudgetCounts
  emit: (event: BudgetEvent) => void
}

/** Context of an operation, for its events. */
export interface Context {
  readonly accounts: readonly Account[]
  readonly asker: Asker
}

type Verb = 'reserve' | 'extend' | 'settle'

/** Undefined if the store does not answer. Not a promise if the result is known at once. */
export type LedgerReply = StoreReply | undefined | Promise<StoreReply | undefined>

/** Wraps a store that may fail. Operations of generations never throw, and failed settlements are retried. */
export interface Ledger {
  reserve(operation: Reserve, context: Context): LedgerReply
  /** Never resolves in the same turn. */
  extend(operation: Extend, context: Context): Promise<StoreReply | undefined>
  settle(operation: Settle, context: Context): LedgerReply
  /** Runs another operation with a timeout, and emits events for its reply. Throws if it fails. */
  run(act: () => Promise<StoreReply>, context: Context): Promise<Balance[]>
  /** Number of generations that wait to be settled. */
  unsettled(): number
  /** Retries the waiting settlements once. */
  close(): Promise<void>
}

/**
 * Time in milliseconds after which a settlement is given up. Much shorter than the store remembers settled reservations, so that a repeated settlement counts
 * once.
 */
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
    reserve(operation, context) {
      const answer = immediately(store.reserve)
      if (answer === undefined) return attempt('reserve', () => store.reserve(operation), context)
      return attemptNow('reserve', answer, operation, context)
    },
    extend: (operation, context) => attempt('extend', () => store.extend(operation), context),
    settle(operation, context) {
      const answer = immediately(store.settle)
      if (answer === undefined) return settle(operation, context)
      const reply = attemptNow('settle', answer, operation, context)
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

  async function settle(operation: Settle, context: Context): Promise<StoreReply | undefined> {
    const reply = await attempt('settle', () => store.settle(operation), context)
    if (reply === undefined) wait(operation, context)
    return reply
  }

  async function attempt(verb: Verb, act: () => Promise<StoreReply>, context: Context): Promise<StoreReply | undefined> {
    try {
      const reply = await inTime(act, context)
      announce(reply, context)
      return reply
    } catch (error) {
      return failed(verb, error, context)
    }
  }

  function attemptNow<Asked>(
    verb: Verb,
    answer: (operation: Asked) => StoreReply,
    operation: Asked,
    context: Context,
  ): StoreReply | undefined {
    try {
      const reply = answer(operation)
      announce(reply, context)
      return reply
    } catch (error) {
      return failed(verb, error, context)
    }
  }

  function failed(verb: Verb, error: unknown, { asker }: Context): undefined {
    counts.storeFailures += 1
    emit({ type: 'reasoning_budget_store_failed', operation: verb, error, ...runOf(asker) })
  }

  /** Adds a timeout. Clients queue commands while they reconnect, and may never fail. A late reply still causes its events. */
  function inTime(act: () => Promise<StoreReply>, context: Context): Promise<StoreReply> {
    const pending = act()
    return store.isImmediate === true ? pending : orLate(pending, context)
  }

  async function orLate(pending: Promise<StoreReply>, context: Context): Promise<StoreReply> {
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

  function announce(reply: StoreReply, { accounts, asker }: Context): void {
    for (let index = 0; index < reply.accounts.length; index++) {
      const state = reply.accounts[index]!
      const { before, after } = state
      if (after <= before) continue
      const balance = balanceOf(accounts[index]!, state, reply.now)
      const used = state.used + state.running
      if (before < 1) {
        counts.warnings += 1
        emit({ type: 'reasoning_budget_warning', used, balance, ...runOf(asker) })
      }
      if (after === 2) {
        counts.exceeded += 1
        emit({ type: 'reasoning_budget_exceeded', used, balance, ...runOf(asker) })
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

  /** Settles one after another, and stops at a failure, so that a recovering store is not flooded. */
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
