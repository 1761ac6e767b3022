import type { Part } from '@reason/core'
import type { Count, DeltaPart } from '@reason/core/parts'
import type { GenerationRequest, Governor, Judgement } from '@reason/core/pipeline'
import type { Account } from './accounts.ts'
import { balanceOf, type Balance } from './balance.ts'
import type { BudgetsConfig } from './config.ts'
import { runOf, type Asker, type BudgetCounts, type BudgetEvent } from './events.ts'
import type { Context, Ledger } from './ledger.ts'
import { charactersPerToken, createMeter, mayHide, nextAttempt, running, see, total, type ReasoningMeter } from './meter.ts'
import { longest, refusalOf, storeDown, type BudgetRefusal } from './refusal.ts'
import type { Renewals, Renewed } from './renewals.ts'
import type { SpendLevel, StoreReply, Settle, Terms } from './store.ts'
import { exceededWarning, lateWarning, nearWarning, reservedWarning, type ToldWarning } from './told.ts'

type AdmissionResult = { admitted: true } | BudgetRefusal

/** Governor of one generation for all its budgets. */
export interface BudgetGovernor extends Governor {
  /** Reserves in all budgets that apply to the request, or in none. Returns no promise if the result is known at once. Further calls return the same result. */
  admit(request?: GenerationRequest): AdmissionResult | Promise<AdmissionResult>
  onPart(part: Part): 'continue' | Judgement
  /** Settles the generation. Never throws: if the store does not answer, it is settled later. */
  close(): Promise<void>
  /** Balances as of the store's last reply, for headers. Empty before the first reply. */
  balances(): readonly Balance[]
  /** Reasoning tokens left before a budget that rejects or stops is used up. Undefined: no such budget, or no reply from the store. */
  remaining(): number | undefined
  /** Reasoning tokens so far. After `leave`, the tokens that `close` settles. */
  spent(): Count
  /** Whether a budget that stops applies, however much is left: concurrent generations may use it up meanwhile. */
  mayStop(): boolean
  /** Whether the budget stopped the reasoning. */
  wasStopped(): boolean
  /**
   * Records that the client left before the end, so that no usage will be reported. `close` then settles the tokens that were seen; if the
   * reasoning is hidden, at least the reservation.
   *
   * @param isHidden - Whether the provider hides the reasoning of this model. Not needed if the parts already show that it is hidden.
   */
  leave(isHidden?: boolean): void
  /** Announces another request of the same generation (rescue, continuation). Its usage must include earlier ones, as `createAttempts` does. */
  nextAttempt(): void
}

/** Shared data of all generations. */
export interface Governing {
  config: Pick<BudgetsConfig, 'reservationTokens' | 'reservationTtlMs' | 'whenStoreDown'>
  ledger: Ledger
  storeId: string
  counts: BudgetCounts
  emit: (event: BudgetEvent) => void
  renewals: Renewals<GovernedRun>
}

/** Identity and budgets of a generation. */
export interface Governed {
  id: string
  tenant: string
  accounts: readonly Account[]
  asker: Asker
  /** Maximum output tokens of the request, which also limit its reasoning. */
  maxTokens: number | undefined
}

/** State of a running generation. */
export interface GovernedRun extends Context, Renewed {
  readonly governing: Governing
  readonly governed: Governed
  readonly terms: readonly Terms[]
  /** Tokens per reservation. */
  readonly step: number
  readonly meter: ReasoningMeter
  state: 'new' | 'open' | 'closed'
  /** Set if the client left before the end. `hidden`: the model may have thought without showing it. */
  left: 'seen' | 'hidden' | undefined
  /** Settled tokens. */
  settledBy: number | undefined
  admission: AdmissionResult | Promise<AdmissionResult> | undefined
  isExtending: boolean
  /** Set if the store was asked in this turn of the event loop, in which it cannot answer. */
  justAsked: ReturnType<typeof setTimeout> | undefined
  /** Last reply of the store, with the values sent in its request. Undefined before the first reply. */
  reply: StoreReply | undefined
  toldRunning: number
  toldWanted: number
  /** Tokens granted by the budgets that stop, tokens available, and whether more were refused. */
  allowance: number
  available: number
  isFinal: boolean
  /** Token count of the next action. */
  nextAt: number
  /** Levels reported to the client, pending warnings, and stopped choices. Undefined for most generations. */
  known: SpendLevel[] | undefined
  untold: ToldWarning[] | undefined
  stoppedChoices: number[] | undefined
}

/**
 *   new ─admit─▶ admitted ──(extend, while the model thinks and while it is silent)──▶ close: settled
 *         └────▶ refused
 */
export function createGovernor(governing: Governing, governed: Governed): BudgetGovernor {
  const { accounts, asker, maxTokens } = governed
  const run: GovernedRun = {
    governing,
    governed,
    accounts,
    asker,
    terms: accounts.map(({ terms }) => terms),
    step: Math.max(1, Math.min(governing.config.reservationTokens, maxTokens ?? Infinity)),
    meter: createMeter(),
    state: 'new',
    left: undefined,
    settledBy: undefined,
    admission: undefined,
    place: 0,
    dueAt: 0,
    isExtending: false,
    justAsked: undefined,
    reply: undefined,
    toldRunning: 0,
    toldWanted: 0,
    allowance: Infinity,
    available: Infinity,
    isFinal: false,
    nextAt: 0,
    known: undefined,
    untold: undefined,
    stoppedChoices: undefined,
  }
  return {
    id: 'budget',
    admit: () => (run.admission ??= admit(run)),
    onPart: (part) => onPart(run, part),
    passes: (part) => passes(run, part),
    close: () => close(run),
    balances: () => balances(run),
    remaining: () => remaining(run),
    spent: () => spent(run),
    mayStop: () => run.terms.some(({ action }) => action === 'stop'),
    wasStopped: () => run.stoppedChoices !== undefined,
    leave(isHidden = false) {
      run.left = isHidden ? 'hidden' : 'seen'
    },
    nextAttempt: () => nextAttempt(run.meter),
  }
}

function admit(run: GovernedRun): AdmissionResult | Promise<AdmissionResult> {
  if (run.accounts.length === 0) return admitted(run)
  const answer = run.governing.ledger.reserve(operationOf(run, run.step), run)
  return answer instanceof Promise ? answer.then((reply) => decide(run, reply)) : decide(run, answer)
}

function operationOf({ governing, governed, terms }: GovernedRun, tokens: number): Settle {
  return { tenant: governed.tenant, id: governed.id, ttlMs: governing.config.reservationTtlMs, accounts: terms, tokens }
}

function decide(run: GovernedRun, reply: StoreReply | undefined): AdmissionResult {
  const { governing, step } = run
  const { config, counts, ledger, storeId } = governing
  if (reply === undefined) {
    if (config.whenStoreDown === 'open') {
      counts.admittedUnchecked += 1
      run.nextAt = Math.ceil(step / 2)
      return opened(run)
    }
    counts.refusedUnchecked += 1
    // The request may have reached the store, and only its reply been lost. Settling 0 releases the reservation.
    void ledger.settle(operationOf(run, 0), run)
    return refused(run, storeDown(storeId))
  }
  run.reply = reply
  run.toldWanted = step
  if (reply.outcome === 'refused') return refused(run, longest(refusals(run.accounts, reply)))
  // The generation that crossed the line got the warning, so this one need not repeat it. "Used up" is reported to every generation.
  for (let index = 0; index < reply.accounts.length; index++) if (reply.accounts[index]!.after > 0) (run.known ??= [])[index] = 1
  follow(run, reply)
  return opened(run)
}

function opened(run: GovernedRun): { admitted: true } {
  run.state = 'open'
  run.governing.renewals.add(run)
  return admitted(run)
}

function admitted({ governing }: GovernedRun): { admitted: true } {
  governing.counts.admitted += 1
  return { admitted: true }
}

function refused({ governing, asker }: GovernedRun, refusal: BudgetRefusal): BudgetRefusal {
  governing.counts.refused += 1
  governing.emit({ type: 'reasoning_budget_refused', refusal, ...runOf(asker) })
  return refusal
}

function refusals(accounts: readonly Account[], { accounts: states, now }: StoreReply): BudgetRefusal[] {
  return states.flatMap((one, index) => {
    const account = accounts[index]!
    if (account.terms.action !== 'reject' || account.terms.limit - one.used - one.reserved > 0) return []
    return [refusalOf({ balance: balanceOf(account, one, now), nextExpiryAt: one.nextExpiryAt, now })]
  })
}

function onPart(run: GovernedRun, part: Part): 'continue' | Judgement {
  see(run.meter, part)
  if (run.state !== 'open') return 'continue'
  const thinks = (part.type === 'delta' || part.type === 'block-start') && part.channel === 'reasoning'
  if (thinks || part.type === 'usage') {
    const thought = running(run.meter)
    if (thought >= run.nextAt) judge(run, thought)
    if (thinks && mustStop(run, thought) && run.stoppedChoices?.includes(part.choice ?? 0) !== true) return stop(run, part.choice ?? 0)
  }
  const warning = run.untold?.shift()
  return warning === undefined ? 'continue' : { verdict: 'continue', warning }
}

function passes(run: GovernedRun, { channel, text }: DeltaPart): boolean {
  if (run.untold !== undefined && run.untold.length > 0) return false
  if (run.state !== 'open' || channel !== 'reasoning') return true
  const thought = running(run.meter) + Math.ceil(text.length / charactersPerToken)
  return thought < run.nextAt && !mustStop(run, thought)
}

/** Extends the reservation, or reports a crossed line, if either is due. */
function judge(run: GovernedRun, thought: number): void {
  tell(run, thought)
  extend(run)
  run.nextAt = following(run, thought)
}

/** Queues warnings for crossed lines, before the store knows of them. */
function tell(run: GovernedRun, thought: number): void {
  const { accounts } = run
  for (let index = 0; index < accounts.length; index++) {
    const account = accounts[index]!
    const spent = spentOf(run, index, thought)
    if (spent === undefined) continue
    const known = run.known?.[index] ?? 0
    if (spent >= account.terms.limit && known < 2) tellOf(run, index, 2, exceededWarning(account))
    else if (spent >= account.terms.warnFrom && known < 1) tellOf(run, index, 1, nearWarning(account))
  }
}

function tellOf(run: GovernedRun, index: number, level: SpendLevel, warning: ToldWarning): void {
  run.known ??= []
  run.known[index] = level
  run.untold ??= []
  run.untold.push(warning)
}

/** Tokens of all generations. Counts of other generations are from the store's last reply. */
function spentOf({ reply, toldRunning }: GovernedRun, index: number, thought: number): number | undefined {
  const one = reply?.accounts[index]
  return one && one.used + Math.max(0, one.running - toldRunning) + thought
}

/**
 * Whether the reasoning has to stop. Text of the event-loop turn that asked the store was generated before the store could answer, so it
 * may use all that was available. While the reply is late, at most half a reservation more is allowed.
 */
function mustStop({ isFinal, allowance, available, justAsked, step }: GovernedRun, thought: number): boolean {
  if (isFinal) return thought >= allowance
  return thought >= (justAsked !== undefined ? Math.max(available, allowance) : allowance + Math.floor(step / 2))
}

function stop(run: GovernedRun, choice: number): Judgement {
  const isFirst = run.stoppedChoices === undefined
  if (isFirst) run.governing.counts.stopped += 1
  run.stoppedChoices ??= []
  run.stoppedChoices.push(choice)
  const untold = run.untold ?? []
  const at = untold.findIndex(({ code }) => code === 'budget-exceeded')
  const [warning] = at === -1 ? [] : untold.splice(at, 1)
  if (warning !== undefined) return { verdict: 'stop-reasoning', warning }
  if (run.known?.includes(2) === true || !isFirst) return { verdict: 'stop-reasoning' }
  return { verdict: 'stop-reasoning', warning: run.isFinal ? reservedWarning : lateWarning }
}

/** Reports the progress to the store and requests more tokens, which also renews the reservation. */
export function extend(run: GovernedRun): void {
  if (run.isExtending || run.state !== 'open') return
  run.isExtending = true
  run.justAsked = setTimeout(() => (run.justAsked = undefined), 0)
  const thought = running(run.meter)
  const wanted = thought + run.step
  void run.governing.ledger.extend({ ...operationOf(run, wanted), running: thought }, run).then((reply) => {
    run.isExtending = false
    if (run.state !== 'open') return
    if (reply === undefined) lost(run)
    else if (reply.outcome === 'done') {
      run.reply = reply
      run.toldRunning = thought
      run.toldWanted = wanted
      follow(run, reply)
    }
  })
}

function lost(run: GovernedRun): void {
  if (run.governing.config.whenStoreDown === 'open') run.allowance = run.available = Infinity
  else run.isFinal = true
  run.nextAt = running(run.meter) + Math.ceil(run.step / 2)
}

/** Applies a reply of the store. */
function follow(run: GovernedRun, reply: StoreReply): void {
  const { accounts } = run
  run.allowance = run.available = Infinity
  run.isFinal = false
  for (let index = 0; index < accounts.length; index++) {
    if (accounts[index]!.terms.action !== 'stop') continue
    const { granted } = reply.accounts[index]!
    run.allowance = Math.min(run.allowance, granted)
    run.available = Math.min(run.available, mostOf(run, reply, index))
    run.isFinal ||= granted < run.toldWanted
  }
  const thought = running(run.meter)
  tell(run, thought)
  run.nextAt = following(run, thought)
}

/** Token count at which to ask the store next: after half of the rest, or at the next line. */
function following(run: GovernedRun, thought: number): number {
  const { accounts, reply } = run
  let next = thought + Math.ceil(run.step / 2)
  for (let index = 0; index < accounts.length; index++) {
    const { action, warnFrom, limit } = accounts[index]!.terms
    const one = reply?.accounts[index]
    if (one === undefined) continue
    if (action !== 'warn' && one.granted > thought) next = Math.min(next, thought + Math.ceil((one.granted - thought) / 2))
    const others = spentOf(run, index, 0)!
    if (warnFrom - others > thought) next = Math.min(next, warnFrom - others)
    if (limit - others > thought) next = Math.min(next, limit - others)
  }
  return next
}

/** Maximum tokens for this generation by one budget, as of the store's last reply. */
function mostOf({ accounts, toldRunning }: GovernedRun, reply: StoreReply, index: number): number {
  const { used, reserved, granted } = reply.accounts[index]!
  return accounts[index]!.terms.limit - used - (reserved - Math.max(toldRunning, granted))
}

function remaining(run: GovernedRun): number | undefined {
  const { accounts, reply, meter } = run
  if (reply === undefined) return undefined
  let most = Infinity
  for (let index = 0; index < accounts.length; index++) {
    if (accounts[index]!.terms.action !== 'warn') most = Math.min(most, mostOf(run, reply, index))
  }
  return most === Infinity ? undefined : Math.max(0, most - running(meter))
}

function balances({ accounts, reply }: GovernedRun): readonly Balance[] {
  return reply === undefined ? [] : reply.accounts.map((one, index) => balanceOf(accounts[index]!, one, reply.now))
}

async function close(run: GovernedRun): Promise<void> {
  // The client may have left before admission.
  if (run.state === 'new') await run.admission
  if (run.state !== 'open') return
  run.state = 'closed'
  run.governing.renewals.remove(run)
  clearTimeout(run.justAsked)
  const answer = run.governing.ledger.settle(operationOf(run, (run.settledBy = charged(run))), run)
  const reply = answer instanceof Promise ? await answer : answer
  if (reply === undefined) return
  run.reply = reply
  run.toldRunning = run.toldWanted = 0
}

function spent(run: GovernedRun): Count {
  const counted = total(run.meter)
  const value = run.settledBy ?? charged(run)
  return value === counted.value ? counted : { value, source: 'estimated' }
}

/** Tokens to settle. A client must not save tokens by leaving before the usage is reported. */
function charged({ left, meter, step, reply }: GovernedRun): number {
  const { value } = total(meter)
  if (left === undefined || !mayHide(meter, left === 'hidden')) return value
  const reserved = reply === undefined ? step : Math.min(step, Math.max(...reply.accounts.map(({ granted }) => granted)))
  return Math.max(value, reserved)
}
