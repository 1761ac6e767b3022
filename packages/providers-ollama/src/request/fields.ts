import { createFieldKeeper, without, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** What nobody has read of an object, as it was. */
export const keep = (holder: Loose, read: readonly string[]): Loose => without(holder, ...read)

/** Names that begin so are our own notes of how something was written. */
export const withoutNotes = (fields: Loose): Loose => Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('$')))
