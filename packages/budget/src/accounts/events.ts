import type { Balance } from './balance.ts'
import type { BudgetRefusal } from './refusal.ts'
import type { AccountIdentity } from './accounts.ts'

export interface OfRun extends AccountIdentity {
  /** Id of the request. Absent if it has none, or an operator caused the event. */
  run?: string
}

/** Known identity of a generation's client. */
export type Asker = { readonly id?: string | undefined } & { readonly [Who in keyof AccountIdentity]?: string | undefined }

/** Fields of an event that identify its generation and client. */
export function runOf({ id, session, key, team }: Asker): OfRun {
  return {
    ...(id !== undefined && { run: id }),
    ...(session !== undefined && { session }),
    ...(key !== undefined && { key }),
    ...(team !== undefined && { team }),
  }
}

/**
 * Events of budgets.
 * - `reasoning_budget_warning`, `reasoning_budget_exceeded`: a budget crossed its line, once per crossing over all processes that share the store. A moving
 *   window, a reset or an estimate that was too high lowers the level, and the next crossing counts again. `used`: tokens at that moment, with running
 *   generations; `balance.used` has only settled ones.
 * - `reasoning_budget_refused`: a generation was not admitted.
 * - `reasoning_budget_store_failed`: the store did not answer. `settle` is done later, the others as configured.
 */
export type BudgetEvent = OfRun &
  (
    | { type: 'reasoning_budget_warning' | 'reasoning_budget_exceeded'; used: number; balance: Balance }
    | { type: 'reasoning_budget_refused'; refusal: BudgetRefusal }
    | { type: 'reasoning_budget_store_failed'; operation: 'reserve' | 'extend' | 'settle'; error: unknown }
  )

/** Counts since the start. */
export interface BudgetCounts {
  admitted: number
  refused: number
  warnings: number
  exceeded: number
  /** Generations that a budget stopped. */
  stopped: number
  /** Operations without an answer of the store. */
  storeFailures: number
  /** Generations admitted or refused without the store, as configured. */
  admittedUnchecked: number
  refusedUnchecked: number
  /** Generations that could not be settled for half an hour. Their usage is not counted. */
  neverSettled: number
}

export const noCounts = (): BudgetCounts => ({
  admitted: 0,
  refused: 0,
  warnings: 0,
  exceeded: 0,
  stopped: 0,
  storeFailures: 0,
  admittedUnchecked: 0,
  refusedUnchecked: 0,
  neverSettled: 0,
})
