import type { Extra } from '@reason/core/conversation'
import type { Loose } from '@reason/wire-kit'

/** What a format keeps of an object besides what it models, and finds again. */
export interface Extras {
  /** The fields of an object that nobody has read, as they were. */
  keep(holder: Loose, read: readonly string[]): Extra
  /** What this format kept; nothing of another one's. */
  kept(extra: Extra | undefined): Loose
  /** Whether something was read from a request of this format, so that it is known how it was written. */
  isFromHere(holder: { extra?: Extra }): boolean
}

export const extrasOf = (wire: string): Extras => ({
  keep: (holder, read) => ({ wire, fields: without(holder, read) }),
  kept: (extra) => (extra?.wire === wire ? extra.fields : {}),
  isFromHere: ({ extra }) => extra?.wire === wire,
})

export const without = (holder: Loose, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(holder).filter(([name]) => !names.includes(name)))
