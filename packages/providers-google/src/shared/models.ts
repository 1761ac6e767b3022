import { matchModel } from '@reason/core/adapter'
import type { Effort } from '@reason/core/conversation'

/** What a model of Google's lets one set of its thinking. */
export interface ThinkingRow {
  models: readonly string[]
  /** `always`: it cannot be turned off. `never`: it refuses to be asked. */
  thinks: 'always' | 'by-default' | 'if-asked' | 'never'
  /** Tokens of `thinkingBudget`. */
  budget?: { min: number; max: number }
  /** Words of `thinkingLevel`. */
  levels?: readonly Effort[]
  source: string
}

const source = 'API documentation, "Thinking"'

/** The longest pattern that fits counts. */
const rows: readonly ThinkingRow[] = [
  { models: ['*gemini-2.5-pro*'], thinks: 'always', budget: { min: 128, max: 32_768 }, source },
  { models: ['*gemini-2.5-flash*', '*gemini-robotics-er*'], thinks: 'by-default', budget: { min: 1, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-lite*'], thinks: 'if-asked', budget: { min: 512, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-image*', '*gemini-2.0*', '*gemini-1.*', '*gemma-3*', '*gemma-2*'], thinks: 'never', source },
  { models: ['*gemini-3*'], thinks: 'always', levels: ['minimal', 'low', 'medium', 'high'], source },
  { models: ['*gemini-3-pro*'], thinks: 'always', levels: ['low', 'high'], source },
  { models: ['*gemini-3.*-pro*'], thinks: 'always', levels: ['low', 'medium', 'high'], source },
  { models: ['*gemini-3*-pro-image*'], thinks: 'always', source },
]

/** Undefined for a name that says no version. */
export function thinkingOf(model: string): ThinkingRow | undefined {
  let best: ThinkingRow | undefined
  let length = -1
  for (const row of rows) {
    const literal = matchModel(row.models, model)
    if (literal > length) [best, length] = [row, literal]
  }
  return best
}

/**
 * `Penalty is not enabled for this model`: of Google's own, the second generation alone takes them, and the last versions of the first. A name that
 * says no version may be anything.
 */
export const takesPenalties = (model: string): boolean =>
  matchModel(['*gemini-*'], model) < 0 || matchModel(['*gemini-2.0*', '*gemini-1.5*-002*'], model) >= 0

/** From this generation on, calls without a signature are refused. */
export const demandsSignatures = (model: string): boolean => matchModel(['*gemini-3*'], model) >= 0
