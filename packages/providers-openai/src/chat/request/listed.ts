import type { Conflict } from './conflict.ts'
import type { KnobRow } from './knob-row.ts'
import type { ReplayRow } from './replay-row.ts'

/** Rows of providers that have no file of their own yet. */
interface Listed {
  provider: string
  models?: readonly string[]
}

export type ListedKnobRow = KnobRow & Listed
export type ListedReplayRow = ReplayRow & Listed
export type ListedConflict = Conflict & { providers: readonly string[] }
