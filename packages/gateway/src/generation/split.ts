import type { Resolution } from '@reason/core/adapter'

export interface Split extends Resolution {
  /** Name of the rule that decided where the text begins. Undefined: the adapter does not report it. Absent: the text has not begun. */
  startedBy?(): string | undefined
  /** The model was also asked for a marker, which it may not need. */
  hasNet?: true
}
