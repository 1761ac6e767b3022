import type { Extra } from '@reason/core/conversation'
import type { Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'

/** The fields of an object that nobody has read, as they were. */
export const keep = (holder: Loose, read: readonly string[]): Extra => ({ wire: WIRE, fields: without(holder, read) })

export const without = (holder: Loose, read: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(holder).filter(([field]) => !read.includes(field)))

/** What this format kept; nothing of another one's. */
export const kept = (extra: Extra | undefined): Loose => (extra?.wire === WIRE ? extra.fields : {})

/** Whether something was read from a request of this format, so that it is known how it was written. */
export const isFromHere = (holder: { extra?: Extra }): boolean => holder.extra?.wire === WIRE
