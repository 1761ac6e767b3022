import type { Knobs } from '@reason/core/conversation'
import { isEffort, isLoose, isText } from '@reason/wire-kit'

/** Reads the knobs from the field `reasoning` of a request. A requested summary counts as visible; unset values are the provider's defaults. */
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

/** Members of `reasoning` that are knobs. `generate_summary` is the old name of `summary`, and is not written. */
export const knobFields: readonly string[] = ['effort', 'summary', 'generate_summary', 'max_tokens', 'enabled']
