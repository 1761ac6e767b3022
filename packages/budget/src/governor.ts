import type { Count, DeltaPart, GenerationRequest, Governor, Judgement, Part } from '@reason/core'
import type { Account } from './accounts.ts'
import { balanceOf, type Balance } from './balance.ts'
import type { BudgetsConfig } from './config.ts'
import type { BudgetCounts, BudgetEvent, OfRun } from './events.ts'
import type { Ledger } from './ledger.ts'
import { charactersPerToken, createMeter } from './meter.ts'
import { longest, refusalOf, storeDown, type BudgetRefusal } from './refusal.ts'
import type { Reply } from './store.ts'
import { exceededWarning, lateWarning, nearWarning, reservedWarning, type ToldWarning } from './told.ts'

/** The budgets of one generation. */
export interface BudgetGovernor extends Governor {
  /** Reserves in all budgets that bind the request, or in none. Again: the same answer. */
  admit(request?: GenerationRequest): Promise<{ admitted: true } | BudgetRefusal>
  onPart(part: Part): 'continue' | Judgement
  /** Settles. Never throws: where the store does not answer, it is done later. */
  close(): Promise<void>
  /** How the budgets stand, as of the last word of the store: for headers. Empty where it never gave one. */
  balances(): readonly Balance[]
  /** How much more it may think before a budget that rejects or stops is used up. Undefined: no such budget, or nobody knows. */
  remaining(): number | undefined
  /** Thought so far; after `close` what it was settled by. */
  spent(): Count
  /** Its reasoning was stopped. */
  wasStopped(): boolean
  /** Another request follows for the same generation (a rescue, a continuation). Its usage is to count those before it, as `createAttempts` does. */
  nextAttempt(): void
}

export interface GovernorOptions {
  id: string
  tenant: string
  accounts: readonly Account[]
  run: OfRun
  /** Most output tokens of the request: it cannot think more. */
  maxTokens: number | undefined
  config: Pick<BudgetsConfig, 'reservationTokens' | 'reservationTtlMs' | 'whenStoreDown'>
  ledger: Ledger
  storeId: string
  counts: BudgetCounts
  emit: (event: BudgetEvent) => void
  onOpen: () => void
  onClosed: () => void
}

/**
 *   new ─admit─▶ admitted ──(extend, while it thinks and while it is silent)──▶ close: settled
 *         └────▶ refused
 */
export function createGovernor(options: GovernorOptions): BudgetGovernor {
  const { id, tenant, accounts, run, config, ledger, counts } = options
  const { reservationTtlMs: ttlMs } = config
  const step = Math.max(1, Math.min(config.reservationTokens, options.maxTokens ?? Infinity))
  const context = { accounts, run }
  const common = { tenant, id, ttlMs, accounts: accounts.map(({ terms }) => terms) }
  const meter = createMeter()

  let admission: Promise<{ admitted: true } | BudgetRefusal> | undefined
  let state: 'new' | 'open' | 'closed' = 'new'
  let renewal: ReturnType<typeof setInterval> | undefined
  let extending = false
  /** The store was asked in this turn of the event loop, in which it cannot answer. */
  let justAsked: ReturnType<typeof setTimeout> | undefined
  /** What the store last said, and what it had been told. */
  let last: { reply: Reply; running: number; wanted: number } | undefined
  /** How far it may think by the budgets that stop, how far there would be tokens, and whether more was refused. */
  let allowance = Infinity
  let available = Infinity
  let isFinal = false
  /** Nothing is to be done before so many tokens. */
  let nextAt = 0
  /** Of which accounts the client was told. */
  const warned: boolean[] = []
  const exceeded: boolean[] = []
  const untold: ToldWarning[] = []
  const stoppedChoices: number[] = []

  return {
    id: 'budget',
    admit: () => (admission ??= admit()),
    onPart,
    passes,
    close,
    balances: () => (last === undefined ? [] : last.reply.accounts.map((one, index) => balanceOf(accounts[index]!, one, last!.reply.now))),
    remaining,
    spent: () => meter.total(),
    wasStopped: () => stoppedChoices.length > 0,
    nextAttempt: () => meter.nextAttempt(),
  }

  async function admit(): Promise<{ admitted: true } | BudgetRefusal> {
    if (accounts.length === 0) return admitted()
    const reply = await ledger.reserve({ ...common, tokens: step }, context)
    if (reply === undefined) {
      if (config.whenStoreDown === 'open') {
        counts.admittedUnchecked += 1
        nextAt = Math.ceil(step / 2)
        return opened()
      }
      counts.refusedUnchecked += 1
      // The store may have heard us, and only we not it: what it reserved is given back.
      void ledger.settle({ ...common, tokens: 0 }, context)
      return refused(storeDown(options.storeId))
    }
    last = { reply, running: 0, wanted: step }
    if (reply.outcome !== 'refused') {
      // Of a warning whoever crossed the line was told. That it is used up, everybody has to know.
      for (const [index, { after }] of reply.accounts.entries()) if (after > 0) warned[index] = true
      follow()
      return opened()
    }
    return refused(longest(refusals(reply)))
  }

  function opened(): { admitted: true } {
    options.onOpen()
    state = 'open'
    renewal = setInterval(extend, Math.max(1, Math.floor(ttlMs / 3)))
    renewal.unref?.()
    return admitted()
  }

  function admitted(): { admitted: true } {
    counts.admitted += 1
    return { admitted: true }
  }

  function refused(refusal: BudgetRefusal): BudgetRefusal {
    counts.refused += 1
    options.emit({ type: 'reasoning_budget_refused', refusal, ...run })
    return refusal
  }

  function refusals({ accounts: states, now }: Reply): BudgetRefusal[] {
    return states.flatMap((one, index) => {
      const account = accounts[index]!
      if (account.terms.action !== 'reject' || account.terms.limit - one.used - one.reserved > 0) return []
      return [refusalOf({ balance: balanceOf(account, one, now), nextExpiryAt: one.nextExpiryAt, now })]
    })
  }

  function onPart(part: Part): 'continue' | Judgement {
    meter.see(part)
    if (state !== 'open') return 'continue'
    const thinks = (part.type === 'delta' || part.type === 'block-start') && part.channel === 'reasoning'
    if (thinks || part.type === 'usage') {
      const running = meter.running()
      if (running >= nextAt) judge(running)
      if (thinks && mustStop(running) && !stoppedChoices.includes(part.choice ?? 0)) return stop(part.choice ?? 0)
    }
    const warning = untold.shift()
    return warning === undefined ? 'continue' : { verdict: 'continue', warning }
  }

  function passes({ channel, text }: DeltaPart): boolean {
    if (untold.length > 0) return false
    if (state !== 'open' || channel !== 'reasoning') return true
    const then = meter.running() + Math.ceil(text.length / charactersPerToken)
    return then < nextAt && !mustStop(then)
  }

  /** Something may have to be done: more is wanted, or a line was crossed. */
  function judge(running: number): void {
    tell(running)
    extend()
    nextAt = following(running)
  }

  /** Tells the client of lines that were crossed, before the store knows of it. */
  function tell(running: number): void {
    for (let index = 0; index < accounts.length; index++) {
      const account = accounts[index]!
      const spent = spentOf(index, running)
      if (spent === undefined) continue
      if (spent >= account.terms.limit && exceeded[index] !== true) {
        exceeded[index] = warned[index] = true
        untold.push(exceededWarning(account, spent))
      } else if (spent >= account.terms.warnFrom && warned[index] !== true) {
        warned[index] = true
        untold.push(nearWarning(account, spent))
      }
    }
  }

  /** Of all generations: what the others have thought is known as of the last word of the store. */
  function spentOf(index: number, running: number): number | undefined {
    const one = last?.reply.accounts[index]
    return one && one.used + Math.max(0, one.running - last!.running) + running
  }

  /**
   * What comes in the same turn as the question was thought before anybody could answer: it may use what there was. While an answer is late, half
   * a reservation more is thought at most; with what one turn brings that is less than a whole one, or else was spent anyway.
   */
  function mustStop(running: number): boolean {
    if (isFinal) return running >= allowance
    return running >= (justAsked !== undefined ? Math.max(available, allowance) : allowance + Math.floor(step / 2))
  }

  function stop(choice: number): Judgement {
    if (stoppedChoices.length === 0) counts.stopped += 1
    stoppedChoices.push(choice)
    const at = untold.findIndex(({ code }) => code === 'budget-exceeded')
    const [warning] = at === -1 ? [] : untold.splice(at, 1)
    if (warning !== undefined) return { verdict: 'stop-reasoning', warning }
    if (exceeded.includes(true) || stoppedChoices.length > 1) return { verdict: 'stop-reasoning' }
    return { verdict: 'stop-reasoning', warning: isFinal ? reservedWarning : lateWarning }
  }

  /** Says how far it has come, asks for more, and so keeps the reservation alive. */
  function extend(): void {
    if (extending || state !== 'open') return
    extending = true
    justAsked = setTimeout(() => (justAsked = undefined), 0)
    const running = meter.running()
    const wanted = running + step
    void ledger.extend({ ...common, running, tokens: wanted }, context).then((reply) => {
      extending = false
      if (state !== 'open') return
      if (reply === undefined) lost()
      else if (reply.outcome === 'done') {
        last = { reply, running, wanted }
        follow()
      }
    })
  }

  function lost(): void {
    if (config.whenStoreDown === 'open') allowance = available = Infinity
    else isFinal = true
    nextAt = meter.running() + Math.ceil(step / 2)
  }

  /** Takes over what the store said. */
  function follow(): void {
    allowance = available = Infinity
    isFinal = false
    for (let index = 0; index < accounts.length; index++) {
      if (accounts[index]!.terms.action !== 'stop') continue
      const { granted } = last!.reply.accounts[index]!
      allowance = Math.min(allowance, granted)
      available = Math.min(available, mostOf(index))
      isFinal ||= granted < last!.wanted
    }
    const running = meter.running()
    tell(running)
    nextAt = following(running)
  }

  /** When the store is asked next: at half of what is left, and where a line is crossed. */
  function following(running: number): number {
    let next = running + Math.ceil(step / 2)
    for (let index = 0; index < accounts.length; index++) {
      const { action, warnFrom, limit } = accounts[index]!.terms
      const one = last?.reply.accounts[index]
      if (one === undefined) continue
      if (action !== 'warn' && one.granted > running) next = Math.min(next, running + Math.ceil((one.granted - running) / 2))
      const others = spentOf(index, 0)!
      if (warnFrom - others > running) next = Math.min(next, warnFrom - others)
      if (limit - others > running) next = Math.min(next, limit - others)
    }
    return next
  }

  /** How far this generation could go by one budget, as of the last word of the store. */
  function mostOf(index: number): number {
    const { running, reply } = last!
    const { used, reserved, granted } = reply.accounts[index]!
    return accounts[index]!.terms.limit - used - (reserved - Math.max(running, granted))
  }

  function remaining(): number | undefined {
    if (last === undefined) return undefined
    let most = Infinity
    for (let index = 0; index < accounts.length; index++) if (accounts[index]!.terms.action !== 'warn') most = Math.min(most, mostOf(index))
    return most === Infinity ? undefined : Math.max(0, most - meter.running())
  }

  async function close(): Promise<void> {
    // The client has left before it was admitted.
    if (state === 'new') await admission
    if (state !== 'open') return
    state = 'closed'
    clearInterval(renewal)
    clearTimeout(justAsked)
    options.onClosed()
    const { value } = meter.total()
    const reply = await ledger.settle({ ...common, tokens: value }, context)
    if (reply !== undefined) last = { reply, running: 0, wanted: 0 }
  }
}
