import type { Effort } from '@reason/core/conversation'

/** Reasoning settings that a provider accepts for a model. */
export interface KnobRow {
  /** Accepted efforts. Empty: the provider refuses the parameter. */
  efforts: readonly Effort[]
  /** Replacements of efforts. Absent: the next higher accepted one, else the highest. */
  as?: Partial<Readonly<Record<Effort, Effort>>>
  /** Effort if the request sets none. Absent: not known. */
  byDefault?: Effort
  /** The model never reasons. */
  never?: true
  /** Visible reasoning. `asked`: a summary on request. Absent: not known, and a summary can be requested. */
  shows?: 'asked' | 'summary' | 'full' | 'none'
  /** The provider accepts a limit in tokens. */
  budget?: true
  /** The provider accepts `context` and `mode`. */
  modes?: true
  /** Output limit for requests without one, which the provider refuses. */
  output?: number
  /** Other fields that the provider refuses or ignores while the model thinks. `forcedTool` is the provider's error message. */
  whileThinking?: { sampling?: 'refused' | 'ignored'; forcedTool?: string }
}

/** Fields that a provider refuses in every request, whatever the model. */
export interface RequestLimits {
  /** Minimum of the output limit, in tokens. */
  leastOutput?: number
  /** Fields that the provider always refuses, by path. */
  refuses?: readonly string[]
}

export const commonEfforts: readonly Effort[] = ['low', 'medium', 'high']
