import type { Knobs } from '@reason/core/conversation'

/** True if the request asks for thinking, and does not just leave it on. */
export const asksToThink = ({ enabled, effort, budgetTokens = 0 }: Knobs): boolean =>
  enabled === true || (enabled === undefined && ((effort !== undefined && effort !== 'none') || budgetTokens > 0))

/**
 * Decides about a forced tool call with a provider that allows none while the model thinks. A model that always thinks
 * chooses itself whether it calls a tool, as after a refusal by the provider. Other thinking is turned off, unless the
 * client requested it. Then the request is refused: removing the thinking silently would surprise the client.
 */
export function forcedToolWay(
  asked: Knobs,
  { thinks, isSwitchable }: { thinks: boolean; isSwitchable: boolean },
): 'leave-choice' | 'turn-off' | 'refuse' | undefined {
  if (!thinks) return undefined
  if (!isSwitchable) return 'leave-choice'
  return asksToThink(asked) ? 'refuse' : 'turn-off'
}
