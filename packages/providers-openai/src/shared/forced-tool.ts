import type { Knobs } from '@reason/core/conversation'

/** True if the request asks for thinking, and does not just leave it on. */
export const asksToThink = ({ enabled, effort, budgetTokens = 0 }: Knobs): boolean =>
  enabled === true || (enabled === undefined && ((effort !== undefined && effort !== 'none') || budgetTokens > 0))

/**
 * Decides about a forced tool call with a provider that allows none while the model thinks. Thinking that the client did
 * not request is turned off if possible. If the client requested it, the request is refused: removing it silently would
 * surprise the client.
 */
export function forcedToolWay(
  asked: Knobs,
  { thinks, isSwitchable }: { thinks: boolean; isSwitchable: boolean },
): 'turn-off' | 'refuse' | undefined {
  if (!thinks) return undefined
  return isSwitchable && !asksToThink(asked) ? 'turn-off' : 'refuse'
}
