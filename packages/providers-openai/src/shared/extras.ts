import type { Extra } from '@reason/core/conversation'
import { without, type Loose } from '@reason/wire-kit'

/** Keeps the fields of an object that the neutral model lacks, for one format. */
export interface Extras {
  /** Keeps the fields of an object that were not read, unchanged. */
  keep(holder: Loose, read: readonly string[]): Extra
  /** Returns the fields that this format kept. Fields of another format stay hidden. */
  kept(extra: Extra | undefined): Loose
  /** Whether the value was read from a request of this format, so that its original spelling is known. */
  isFromHere(holder: { extra?: Extra }): boolean
}

export const extrasOf = (wire: string): Extras => ({
  keep: (holder, read) => ({ wire, fields: without(holder, ...read) }),
  kept: (extra) => (extra?.wire === wire ? extra.fields : {}),
  isFromHere: ({ extra }) => extra?.wire === wire,
})
