import type { Effort, Knobs } from '@reason/core/conversation'

/** Reasoning settings of a model at a provider, and the fields for them. An absent member means that there is no such field. */
export interface KnobRow {
  /**
   * Whether the model thinks by default. `always`: thinking cannot be turned off. Absent: not known, as it depends on
   * the model behind the name.
   */
  thinks?: 'always' | 'by-default' | 'if-asked' | 'never'
  /**
   * The provider's names of the efforts. An effort that is missing here is replaced by the nearest one. Readers do not
   * know the provider, and take each name for the effort of that name: `{ none: 'minimal' }` would be read as thinking.
   * A model that thinks `if-asked` needs no name for `none`: no field is sent.
   */
  effort?: { path: string; words: Readonly<Partial<Record<Effort, string>>> }
  /** The on/off switch. If it is absent and `effort` has a name for `none`, that name is the switch. */
  toggle?: { path: string; on?: unknown; off: unknown }
  /** Limit of reasoning tokens. The provider refuses values below `min`. */
  budget?: { path: string; min?: number; max?: number }
  /** Field that hides the reasoning. The model still thinks, and the provider bills it. */
  hide?: { path: string; value: unknown }
  show?: { path: string; value: unknown }
  /** Visible amount of reasoning if the request does not set it. */
  shows?: NonNullable<Knobs['visibility']>
  /** Paths of knobs that the provider also reads, although we would write others. */
  takes?: readonly string[]
  /** Paths that the provider accepts and ignores. */
  ignores?: readonly string[]
  /** Effort and budget exclude each other. The budget wins, as it is more exact. */
  oneOf?: true
  source: string
}
