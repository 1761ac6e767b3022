import type { Knobs } from '@reason/core/conversation'

/** Thinking is asked for, and not just left on. */
export const asksToThink = ({ enabled, effort, budgetTokens = 0 }: Knobs): boolean =>
  enabled === true || (enabled === undefined && ((effort !== undefined && effort !== 'none') || budgetTokens > 0))

/**
 * What becomes of a tool that must be called, where the provider refuses that of a model that thinks: thinking that nobody asked for is
 * turned off, where it can be; what is asked for is not taken away without a word.
 */
export function forcedToolWay(
  asked: Knobs,
  { thinks, isSwitchable }: { thinks: boolean; isSwitchable: boolean },
): 'turn-off' | 'refuse' | undefined {
  if (!thinks) return undefined
  return isSwitchable && !asksToThink(asked) ? 'turn-off' : 'refuse'
}
