import type { Knobs } from '@reason/core/conversation'

/** True if the request asks for thinking, and does not just leave it on. */
export const asksToThink = ({ enabled, effort, budgetTokens = 0 }: Knobs): boolean =>
  enabled === true || (enabled === undefined && ((effort !== undefined && effort !== 'none') || budgetTokens > 0))

/**
 * Decides about a forced tool call with a provider that allows none while the model thinks. A model that always thinks, or
 * whose client requested thinking, chooses itself whether it calls a tool, as after a refusal by the provider. Other thinking
 * is turned off.
 */
export function forcedToolWay(
  asked: Knobs,
  { thinks, isSwitchable }: { thinks: boolean; isSwitchable: boolean },
): 'leave-choice' | 'turn-off' | undefined {
  if (!thinks) return undefined
  return isSwitchable && !asksToThink(asked) ? 'turn-off' : 'leave-choice'
}
