import type { Channel } from '@reason/core/parts'
import { createBehind, type Behind } from '../trailing-text.ts'
import type { JsonFieldsConfig } from '../config.ts'
import type { FieldKind, FieldNames } from '../field-names.ts'
import { createNameAhead, type JsonPlace, type NameAhead } from '../name-ahead.ts'
import { createOutside, type Begin, type Outside } from '../outside.ts'
import { createRawJson, type RawJson } from '../raw-json.ts'
import { createScalar, type ScalarReader } from '../scalar.ts'
import { sign } from '../json-characters.ts'
import { createFieldWriter, type FieldWriter } from '../writer.ts'

export type ReadingState = 'outside' | 'value' | 'string' | 'raw' | 'scalar' | 'steps' | 'between' | 'behind'

/** Position in a text and its JSON. A record with functions over it, because many small functions need nearly all of it. */
export interface FieldReading {
  readonly kindOf: FieldNames
  readonly begin: Begin
  readonly writer: FieldWriter
  readonly outside: Outside
  readonly behind: Behind
  readonly ahead: NameAhead
  readonly rawJson: RawJson
  readonly scalar: ScalarReader
  /** Channel of fields that are neither reasoning nor the answer. */
  readonly others: Channel | undefined
  state: ReadingState
  /** Kind of the current field, and channel of its text. Undefined channel: markup. */
  kind: FieldKind
  channel: Channel | undefined
  quote: number
  /** Number of open objects with fields. */
  levels: number
  isInSteps: boolean
  isAnswered: boolean
  hasFields: boolean
  /** The current text, and the index in it. */
  text: string
  at: number
  /** Half of a character or of an escape. */
  tail: string
  /** Index of the undecided sign in the text. -1: it came with an earlier piece, and begins `held`. Undefined: there is none. */
  signAt: number | undefined
  held: string
}

export function createReading(config: JsonFieldsConfig, kindOf: FieldNames, begin: Begin): FieldReading {
  const writer = createFieldWriter(config.separator)
  const isInString = begin.at === 'string'
  return {
    kindOf,
    begin,
    writer,
    outside: createOutside(writer, begin),
    behind: createBehind(writer),
    ahead: createNameAhead(),
    rawJson: createRawJson(),
    scalar: createScalar(),
    others: config.otherFields === 'reasoning' ? 'reasoning' : undefined,
    state: begin.at,
    kind: 'reasoning',
    channel: 'reasoning',
    quote: sign.quote,
    levels: isInString ? 1 : 0,
    isInSteps: false,
    isAnswered: false,
    hasFields: isInString,
    text: '',
    at: 0,
    tail: '',
    signAt: undefined,
    held: '',
  }
}

/** Writes text of the current field. */
export function write(reading: FieldReading, run: string): void {
  const { channel, writer } = reading
  if (run === '') return
  if (channel === undefined) return writer.markup(run, 'dropped')
  reading.isAnswered ||= channel === 'answer'
  writer.text(channel, run)
}

/** Holds the current sign until `NameAhead` has decided what it is. */
export function lookAhead(reading: FieldReading, from: JsonPlace, by?: number): void {
  reading.ahead.begin(from, by)
  reading.signAt = reading.at
  reading.held = ''
  reading.at++
}
