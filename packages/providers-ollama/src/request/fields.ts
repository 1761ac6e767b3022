import { createFieldKeeper, without, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** Returns the fields of an object that were not read, unchanged. */
export const keep = (holder: Loose, read: readonly string[]): Loose => without(holder, ...read)

/** Removes our own notes on the original spelling, whose names begin with `$`. */
export const withoutNotes = (fields: Loose): Loose => Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('$')))
