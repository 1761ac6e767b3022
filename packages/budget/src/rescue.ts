import type { Result } from '@reason/core'
import type { Effort, Knobs } from '@reason/core/conversation'

export interface RescueOptions {
  result: Pick<Result, 'finish' | 'warnings'>
  knobs?: Knobs | undefined
  /** How the request is sent again: with less effort, or with thinking off. Undefined: not sent again. */
  with: 'lower' | 'off' | undefined
  /** Attempts so far, including that of `result`. */
  attempts: number
  /** `BudgetGovernor.remaining()`. If 0, thinking is turned off. */
  remaining?: number | undefined
}

/** Lower efforts, far enough down to prevent a repetition. */
const lower: Record<Effort, Effort | undefined> = {
  max: 'low',
  xhigh: 'low',
  high: 'low',
  medium: 'low',
  low: 'minimal',
  minimal: 'none',
  none: undefined,
}

/** Share of a used up budget for the second attempt. */
const shareOfBudget = 1 / 4

/**
 * Knobs for a second request, if thinking left no room for an answer. Undefined if there is nothing to rescue: there is an answer, a budget ended the
 * reasoning, a rescue was already tried, or the model thought although thinking was off. Both attempts are billed. `BudgetGovernor.nextAttempt()` adds them up.
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
  // A request with a token budget but without an effort gets a smaller budget.
  const fewer = budgetTokens === undefined ? undefined : Math.floor(Math.min(budgetTokens, remaining ?? Infinity) * shareOfBudget)
  if (fewer === 0) return off
  return {
    ...rest,
    ...((effort !== undefined || fewer === undefined) && { effort: less }),
    ...(fewer !== undefined && { budgetTokens: fewer }),
  }
}
