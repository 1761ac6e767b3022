import type { Part } from '@reason/core'
import type { Count, DeltaPart } from '@reason/core/parts'
import type { GenerationRequest, Governor, Judgement } from '@reason/core/pipeline'
import { admit } from './admission.ts'
import { judge, mostOf, mustStop } from './allowance.ts'
import { balanceOf, type Balance } from '../accounts/balance.ts'
import { operationOf, type AdmissionResult, type Governed, type GovernedRun, type Governing } from './governed-run.ts'
import { charactersPerToken, createMeter, mayHide, nextAttempt, running, see, total } from './meter.ts'
import { lateWarning, reservedWarning } from '../accounts/budget-warnings.ts'

/** Governor of one generation for all its budgets. */
export interface BudgetGovernor extends Governor {
  /** Reserves in all budgets that apply to the request, or in none. Returns no promise if the result is known at once. Further calls return the same result. */
  admit(request?: GenerationRequest): AdmissionResult | Promise<AdmissionResult>
  onPart(part: Part): 'continue' | Judgement
  /** Settles the generation. Never throws: if the store does not answer, it is settled later. */
  close(): Promise<void>
  /** Balances as of the store's last reply, for headers. Empty before the first reply. */
  balances(): readonly Balance[]
  /**
   * Reasoning tokens left before a budget is used up. Undefined: no such budget, or no reply from the store.
   *
   * @param of - `binding`: budgets that reject or stop. `all`: also those that only warn. Default `binding`.
   */
  remaining(of?: 'binding' | 'all'): number | undefined
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
    remaining: (of = 'binding') => remaining(run, of),
    spent: () => spent(run),
    mayStop: () => run.terms.some(({ action }) => action === 'stop'),
    wasStopped: () => run.stoppedChoices !== undefined,
    leave(isHidden = false) {
      run.left = isHidden ? 'hidden' : 'seen'
    },
    nextAttempt: () => nextAttempt(run.meter),
  }
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

function remaining(run: GovernedRun, of: 'binding' | 'all'): number | undefined {
  const { accounts, reply, meter } = run
  if (reply === undefined) return undefined
  let most = Infinity
  for (let index = 0; index < accounts.length; index++) {
    if (of === 'all' || accounts[index]!.terms.action !== 'warn') most = Math.min(most, mostOf(run, reply, index))
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
