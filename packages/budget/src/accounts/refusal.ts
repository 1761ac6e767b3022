import type { Admission } from '@reason/core/pipeline'
import type { Balance } from './balance.ts'
import type { BudgetScope } from '../config.ts'

/** Refusal of a generation, for the body of a 429 (503 if the store is down) and its `retry-after`. */
export interface BudgetRefusal extends Extract<Admission, { admitted: false }> {
  code: 'reasoning_budget_exceeded' | 'reasoning_budget_unavailable'
  /** Scope of the budget. Absent if the store is down. If several are used up, the one with the longest wait. */
  scope?: BudgetScope
  /** The session, key or team. */
  of?: string
  limit?: number
  used?: number
  reserved?: number
  /** ISO 8601. Absent if the budget does not reset by itself. */
  resetsAt?: string
}

/** Seconds. Reservations are settled when generations end, at a time that cannot be predicted. */
const retryWhenReservedSeconds = 5
const retryWhenDownSeconds = 5

/** @param nextExpiryAt - When the account's next reservation expires if it is not renewed, by the same clock as `now`. */
export function refusalOf({
  balance,
  nextExpiryAt,
  now,
}: {
  balance: Balance
  nextExpiryAt: number | undefined
  now: number
}): BudgetRefusal {
  const { scope, of, limit, used, reserved, forgottenAt, resetsAt = forgottenAt } = balance
  const isUsedUp = used >= limit
  const seconds = isUsedUp
    ? secondsTo(resetsAt, now)
    : Math.min(retryWhenReservedSeconds, secondsTo(nextExpiryAt, now) ?? retryWhenReservedSeconds)
  const reset = resetsAt === undefined ? undefined : new Date(resetsAt).toISOString()
  const state = isUsedUp
    ? `The reasoning budget of ${scope} "${of}" is used up: ${used} of ${limit} tokens.`
    : `The rest of the reasoning budget of ${scope} "${of}" is reserved by running generations: ${used} used and ${reserved} reserved of ${limit} tokens.`
  return {
    admitted: false,
    reason: `${state} ${adviceOf(balance, isUsedUp, reset)}`,
    code: 'reasoning_budget_exceeded',
    scope,
    of,
    limit,
    used,
    reserved,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    ...(reset !== undefined && { resetsAt: reset }),
  }
}

export const storeDown = (store: string): BudgetRefusal => ({
  admitted: false,
  reason: `The budget store (${store}) does not answer, so reasoning budgets cannot be checked. This gateway then refuses requests. Try again in a moment.`,
  code: 'reasoning_budget_unavailable',
  retryAfterSeconds: retryWhenDownSeconds,
})

/** Refusal with the longest wait. */
export function longest(refusals: readonly BudgetRefusal[]): BudgetRefusal {
  const wait = ({ retryAfterSeconds = Infinity }: BudgetRefusal): number => retryAfterSeconds
  return refusals.reduce((one, other) => (wait(other) > wait(one) ? other : one))
}

function adviceOf({ scope, forgottenAt }: Balance, isUsedUp: boolean, reset: string | undefined): string {
  if (!isUsedUp) return 'Try again when one of them has ended.'
  if (reset !== undefined && forgottenAt === undefined) return `It resets on ${reset}.`
  const advice =
    scope === 'session' ? 'Start a new session, or ask the operator to reset this one.' : 'Ask the operator to raise or reset it.'
  // A lifetime budget resets after such a long idle time that a wait is no advice by itself.
  return reset === undefined ? advice : `${advice} It resets on ${reset} if nothing uses it until then.`
}

function secondsTo(time: number | undefined, now: number): number | undefined {
  return time === undefined ? undefined : Math.max(1, Math.ceil((time - now) / 1000))
}
