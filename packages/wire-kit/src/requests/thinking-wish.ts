import type { Knobs } from '@reason/core/conversation'

/**
 * Returns whether knobs turn the reasoning off or on; with neither, the model decides. An effort `none`, or a budget of 0,
 * turns it off, unless the switch is on. `effort` is undefined for `none`.
 */
export function thinkingWish({ enabled, effort, budgetTokens }: Knobs) {
  const off = enabled === false || (enabled === undefined && (effort === 'none' || budgetTokens === 0))
  const wanted = effort === 'none' ? undefined : effort
  return { off, on: !off && (enabled === true || wanted !== undefined || (budgetTokens ?? 0) > 0), effort: wanted }
}
