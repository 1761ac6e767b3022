import { createFieldKeeper, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** Names of notes on the original spelling. Google has no fields of these names. */
export const notes = {
  /** The message was part of the preceding content. */
  joined: '$joined',
  /** On an assistant message: fields of its parts that the items lack. */
  parts: '$parts',
  /** On a result: the response field that became the text. Absent: the response became JSON. */
  key: '$key',
  /** On a result: fields beside the response. */
  response: '$response',
  /** On a result: its id was generated here. On an assistant message: the generated ids of its calls. */
  made: '$made',
  /** On a tool: the first declaration of an entry, with the other fields of that entry. */
  entry: '$entry',
} as const

/** Returns the fields without our own notes. */
export const fieldsOf = (fields: Loose): Loose => {
  const names: readonly string[] = Object.values(notes)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

export interface PartRecord {
  item: number
  part: Loose
  call?: Loose
}
