import type { Result } from '@reason/core'
import type { Effort, Knobs } from '@reason/core/conversation'

export interface RescueOptions {
  result: Pick<Result, 'finish' | 'warnings'>
  /** Those of the request. */
  knobs?: Knobs | undefined
  /** How the request is sent once more: with less effort, or with thinking off. Undefined: not at all. */
  with: 'lower' | 'off' | undefined
  /** Attempts so far, the one of `result` included. */
  attempts: number
  /** `BudgetGovernor.remaining()`: with nothing left, thinking is turned off. */
  remaining?: number | undefined
}

/** Far enough down that the same does not happen again. */
const lower: Record<Effort, Effort | undefined> = {
  max: 'low',
  xhigh: 'low',
  high: 'low',
  medium: 'low',
  low: 'minimal',
  minimal: 'none',
  none: undefined,
}

/** A budget that was used up is not given again. */
const shareOfBudget = 1 / 4

/**
 * An answer that thinking left no room for is asked for once more, with less of it: the knobs of that request. Undefined where there is
 * nothing to rescue: there is an answer, a budget ended the reasoning, it was tried already, or thinking was off and the model thought all
 * the same. Both attempts are billed: `BudgetGovernor.nextAttempt()` adds them up.
 */
export function rescue({ result, knobs = {}, with: how, attempts, remaining }: RescueOptions): Knobs | undefined {
  if (how === undefined || attempts > 1 || result.finish?.reason !== 'reasoning-exhausted') return undefined
  if (result.warnings.some(({ code }) => code === 'reasoning-stopped')) return undefined
  if (knobs.enabled === false || (knobs.enabled === undefined && knobs.effort === 'none') || knobs.budgetTokens === 0) return undefined
  const { effort, budgetTokens, ...rest } = knobs
  const off: Knobs = { ...rest, enabled: false }
  if (how === 'off' || remaining === 0) return off
  const less = lower[effort ?? 'medium']
  if (less === undefined || less === 'none') return off
  // Who said how many tokens, and not how hard, gets fewer tokens.
  const fewer = budgetTokens === undefined ? undefined : Math.floor(Math.min(budgetTokens, remaining ?? Infinity) * shareOfBudget)
  if (fewer === 0) return off
  return {
    ...rest,
    ...((effort !== undefined || fewer === undefined) && { effort: less }),
    ...(fewer !== undefined && { budgetTokens: fewer }),
  }
}
