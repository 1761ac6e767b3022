import type { Extra } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/core/wire-kit'
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

/** Equal as JSON: the order of names does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  if (!isLoose(one) || !isLoose(other)) return false
  const said = (value: Loose) => Object.keys(value).filter((name) => value[name] !== undefined)
  const names = said(one)
  return names.length === said(other).length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
}
