import type { Effort, Knobs } from '@reason/core/conversation'

/** What a model at a provider lets one set, and how. Absent: it has no field for that. */
export interface KnobRow {
  /**
   * Whether it thinks when nothing is asked. `always`: it cannot be turned off. Absent: it depends on the model behind the name, and
   * is not known.
   */
  thinks?: 'always' | 'by-default' | 'if-asked' | 'never'
  /**
   * The names that the provider knows, by effort. One that is not here is replaced by the nearest. Readers know no
   * provider, and take a word for the effort of that name: `{ none: 'minimal' }` would be read as thinking. What thinks `if-asked` needs no word
   * for off: nothing is sent.
   */
  effort?: { path: string; words: Readonly<Partial<Record<Effort, string>>> }
  /** The switch. Absent, and with the effort `none` in the words: that is the switch. */
  toggle?: { path: string; on?: unknown; off: unknown }
  /** Reasoning tokens. Below `min` the provider refuses. */
  budget?: { path: string; min?: number; max?: number }
  /** It thinks, and bills, out of sight. */
  hide?: { path: string; value: unknown }
  show?: { path: string; value: unknown }
  /** How much of the reasoning comes when nothing is asked. */
  shows?: NonNullable<Knobs['visibility']>
  /** Paths of knobs that the provider reads although we would write them otherwise. */
  takes?: readonly string[]
  /** Paths that it is known to accept and not to act upon. */
  ignores?: readonly string[]
  /** Effort and budget exclude each other; the budget says more. */
  oneOf?: true
  source: string
}
