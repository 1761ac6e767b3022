import { matchKnownModel } from '@reason/core/adapter'
import type { Effort } from '@reason/core/conversation'
import { bestRow, isSince, type RowForModels } from '@reason/wire-kit'

/** Thinking settings of Google's models. */
export interface ThinkingRow extends RowForModels {
  /** `always`: thinking cannot be turned off. `never`: the model refuses thinking settings. */
  thinks: 'always' | 'by-default' | 'if-asked' | 'never'
  /** Limits of `thinkingBudget`, in tokens. */
  budget?: { min: number; max: number }
  /** Values of `thinkingLevel`. */
  levels?: readonly Effort[]
  source: string
}

const source = 'API documentation, "Thinking"'
const three = ['low', 'medium', 'high'] as const

/** Rows by model. The longest matching pattern wins. */
const rows: readonly ThinkingRow[] = [
  { models: ['*gemini-2.5-pro*'], thinks: 'always', budget: { min: 128, max: 32_768 }, source },
  { models: ['*gemini-2.5-flash*', '*gemini-robotics-er*'], thinks: 'by-default', budget: { min: 1, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-lite*'], thinks: 'if-asked', budget: { min: 512, max: 24_576 }, source },
  { models: ['*gemini-2.5-flash-image*', '*gemini-2.0*', '*gemini-1.*', '*gemma-3*', '*gemma-2*'], thinks: 'never', source },
  { models: ['*gemini*'], since: 4, thinks: 'always', levels: [...three, 'xhigh'], source },
  { models: ['*gemini-4-argon*', '*gemini-4-carbon*'], thinks: 'always', levels: three, source },
  { models: ['*gemini-3*', '*gemini-flash-lite-latest*'], thinks: 'always', levels: ['minimal', ...three], source },
  { models: ['*gemini-3-pro*'], thinks: 'always', levels: ['low', 'high'], source },
  { models: ['*gemini-3.*-pro*', '*gemini-pro-latest*', '*gemini-flash-latest*'], thinks: 'always', levels: three, source },
  { models: ['*gemini-3*-pro-image*'], thinks: 'always', source },
  { models: ['*gemini-3.*-flash*'], since: 3.7, thinks: 'always', levels: three, source },
  { models: ['*gemini-3.*-flash-lite*'], thinks: 'always', levels: ['minimal', ...three], source },
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

/** True for models that refuse to continue a message of their own: `Requests ending with a model turn are not supported`. */
export const refusesPrefill = (model: string): boolean =>
  matchKnownModel(['*gemini*'], model) >= 0 && (isSince(3.6, model) || matchKnownModel(['*gemini-3.5-flash-lite*'], model) >= 0)

/** True for models that refuse calls without a signature: from Gemini 3 on, and so the latest ones. */
export const demandsSignatures = (model: string): boolean =>
  matchKnownModel(['*gemini*'], model) >= 0 && (isSince(3, model) || model.endsWith('-latest'))
