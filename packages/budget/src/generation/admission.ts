import type { Account } from '../accounts/accounts.ts'
import { follow } from './allowance.ts'
import { balanceOf } from '../accounts/balance.ts'
import { runOf } from '../accounts/events.ts'
import { operationOf, type AdmissionResult, type GovernedRun } from './governed-run.ts'
import { longest, refusalOf, storeDown, type BudgetRefusal } from '../accounts/refusal.ts'
import type { StoreReply } from '../store/store.ts'

/** Reserves for a generation in all its budgets, or in none. */
export function admit(run: GovernedRun): AdmissionResult | Promise<AdmissionResult> {
  if (run.accounts.length === 0) return admitted(run)
  const answer = run.governing.ledger.reserve(operationOf(run, run.step), run)
  return answer instanceof Promise ? answer.then((reply) => decide(run, reply)) : decide(run, answer)
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
