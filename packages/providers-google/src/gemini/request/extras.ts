import { createFieldKeeper, isLoose, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** Names that no field of Google's has, for how something was written. */
export const notes = {
  /** This message stood in the content of the one before. */
  joined: '$joined',
  /** Of an assistant: what its parts had beside what the items say. */
  parts: '$parts',
  /** Of a result: the field of the response that was its text; absent: the response as JSON was. */
  key: '$key',
  /** Of a result: what stood beside the response. */
  response: '$response',
  /** Of a result: its id is of our own making. Of an assistant: those of its calls that are. */
  made: '$made',
  /** Of a tool: the first declaration of an entry, and what else was in there. */
  entry: '$entry',
} as const

/** Without our own notes. */
export const fieldsOf = (fields: Loose): Loose => {
  const names: readonly string[] = Object.values(notes)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

export interface PartRecord {
  item: number
  part: Loose
  call?: Loose
}

export const recordsOf = (fields: Loose): readonly PartRecord[] =>
  Array.isArray(fields[notes.parts])
    ? (fields[notes.parts] as unknown[]).filter((one): one is PartRecord => isLoose(one) && isLoose(one.part))
    : []
