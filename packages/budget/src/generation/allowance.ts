import { operationOf, type GovernedRun } from './governed-run.ts'
import { running } from './meter.ts'
import type { SpendLevel, StoreReply } from '../store/store.ts'
import { exceededWarning, nearWarning, type BudgetWarning } from '../accounts/budget-warnings.ts'

/** Extends the reservation, or reports a crossed line, if either is due. */
export function judge(run: GovernedRun, thought: number): void {
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

function tellOf(run: GovernedRun, index: number, level: SpendLevel, warning: BudgetWarning): void {
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
export function mustStop({ isFinal, allowance, available, justAsked, step }: GovernedRun, thought: number): boolean {
  if (isFinal) return thought >= allowance
  return thought >= (justAsked !== undefined ? Math.max(available, allowance) : allowance + Math.floor(step / 2))
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
export function follow(run: GovernedRun, reply: StoreReply): void {
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
export function mostOf({ accounts, toldRunning }: GovernedRun, reply: StoreReply, index: number): number {
  const { used, reserved, granted } = reply.accounts[index]!
  return accounts[index]!.terms.limit - used - (reserved - Math.max(toldRunning, granted))
}
