import type { Extra } from '@reason/core/conversation'
import type { Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'

/** What nobody has read of an object, as it was. */
export const keep = (holder: Loose, read: readonly string[]): Loose =>
  Object.fromEntries(Object.entries(holder).filter(([field]) => !read.includes(field)))

export const toExtra = (fields: Loose): Extra => ({ wire: WIRE, fields })

/** What this format kept; nothing of another one's. */
export const kept = (holder: { extra?: Extra }): Loose => (holder.extra?.wire === WIRE ? holder.extra.fields : {})

export const isFromHere = (holder: { extra?: Extra }): boolean => holder.extra?.wire === WIRE

/** Names that begin so are our own notes of how something was written. */
export const withoutNotes = (fields: Loose): Loose => Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('$')))
