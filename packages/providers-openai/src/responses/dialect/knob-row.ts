import type { Effort } from '@reason/core/conversation'

/** What a provider lets be said about the reasoning of its models. */
export interface KnobRow {
  /** Efforts that it takes; none: the parameter is refused. */
  efforts: readonly Effort[]
  /** What an effort is taken for. Absent: the next higher one that it has, else the highest. */
  as?: Partial<Readonly<Record<Effort, Effort>>>
  /** Effort where none is asked for. Absent: not known. */
  byDefault?: Effort
  /** The model never reasons. */
  never?: true
  /** What comes of the reasoning: `asked`, a digest where one is asked for. Absent: not known, and a digest can be asked for. */
  shows?: 'asked' | 'summary' | 'full' | 'none'
  /** It takes a limit in tokens. */
  budget?: true
  /** It takes `context` and `mode`. */
  modes?: true
  /** Other fields that it refuses, or does nothing about, while it thinks; of a forced tool, its own words. */
  whileThinking?: { sampling?: 'refused' | 'ignored'; forcedTool?: string }
}

/** What a provider refuses of every request, whatever the model. */
export interface RequestLimits {
  /** Smallest limit of the output, in tokens. */
  leastOutput?: number
  /** Fields that it refuses always. */
  refuses?: readonly string[]
}

export const commonEfforts: readonly Effort[] = ['low', 'medium', 'high']
