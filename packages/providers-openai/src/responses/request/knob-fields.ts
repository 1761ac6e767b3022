import type { Knobs } from '@reason/core/conversation'
import { isEffort, isLoose, isText } from '@reason/wire-kit'

/** What the field `reasoning` of a request says. A digest that is asked for is visible; nothing said is the provider's default. */
export function readKnobs(reasoning: unknown): Knobs {
  if (!isLoose(reasoning)) return {}
  const { effort, summary, generate_summary: formerly, max_tokens: budget, enabled } = reasoning
  return {
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(isEffort(effort) && { effort }),
    ...(typeof budget === 'number' && { budgetTokens: budget }),
    ...((isText(summary) || isText(formerly)) && { visibility: 'summary' }),
  }
}

/** Of `reasoning`: what the knobs say. `generate_summary` is the old name of `summary`, and is not written. */
export const knobFields: readonly string[] = ['effort', 'summary', 'generate_summary', 'max_tokens', 'enabled']
