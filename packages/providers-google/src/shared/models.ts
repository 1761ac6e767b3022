import { matchKnownModel } from '@reason/core/adapter'
import type { Effort } from '@reason/core/conversation'
import { bestRow } from '@reason/wire-kit'

/** Thinking settings of Google's models. */
export interface ThinkingRow {
  models: readonly string[]
  /** `always`: thinking cannot be turned off. `never`: the model refuses thinking settings. */
  thinks: 'always' | 'by-default' | 'if-asked' | 'never'
  /** Limits of `thinkingBudget`, in tokens. */
  budget?: { min: number; max: number }
  /** Values of `thinkingLevel`. */
  levels?: readonly Effort[]
  source: string
}

const source = 'API documentation, "Thinking"'

/** Rows by model. The longest matching pattern wins. */
const rows: readonly ThinkingRow[] = [
  { models: ['*gemini-2.5-pro*'], thinks: 'always', budget: { min: 128, max: 32_768 }, source },
  { models: ['*gemini-2.5-flash*', '*gemini-robotics-er*'], thinks: 'by-default', budget: { min: 1, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-lite*'], thinks: 'if-asked', budget: { min: 512, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-image*', '*gemini-2.0*', '*gemini-1.*', '*gemma-3*', '*gemma-2*'], thinks: 'never', source },
  { models: ['*gemini-3*'], thinks: 'always', levels: ['minimal', 'low', 'medium', 'high'], source },
  { models: ['*gemini-3-pro*'], thinks: 'always', levels: ['low', 'high'], source },
  { models: ['*gemini-3.*-pro*'], thinks: 'always', levels: ['low', 'medium', 'high'], source },
  { models: ['*gemini-3*-pro-image*'], thinks: 'always', source },
  { models: ['*gemini-3.7-flash*', '*gemini-3.8-flash*', '*gemini-4*'], thinks: 'always', levels: ['low', 'medium', 'high'], source },
  { models: ['*gemma-4*', '*gemini-3.1-flash-lite-image*'], thinks: 'always', levels: ['minimal', 'high'], source },
]

/** Undefined for a name without a version. */
export const thinkingOf = (model: string): ThinkingRow | undefined => bestRow(rows, model)

/**
 * Tells whether a model accepts penalties. Others answer `Penalty is not enabled for this model`. Only the second
 * generation of Gemini and the last versions of the first accept them. A name without a version may be any model.
 */
export const takesPenalties = (model: string): boolean =>
  matchKnownModel(['*gemini-*'], model) < 0 || matchKnownModel(['*gemini-2.0*', '*gemini-1.5*-002*'], model) >= 0

const promptedOnly = ['*gemini-3.5-flash-lite*', '*gemini-3.6*', '*gemini-3.7*', '*gemini-3.8*', '*gemini-3.9*', '*gemini-4*']
/** True for models that refuse to continue a message of their own: `Requests ending with a model turn are not supported`. */
export const refusesPrefill = (model: string): boolean => matchKnownModel(promptedOnly, model) >= 0

/** True for models that refuse calls without a signature: from Gemini 3 on. */
export const demandsSignatures = (model: string): boolean => matchKnownModel(['*gemini-3*', '*gemini-4*'], model) >= 0
