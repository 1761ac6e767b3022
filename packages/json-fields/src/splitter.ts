import { noParts, type Part, type Splitter } from '@reason/core'
import { isHighSurrogate, type Ending } from '@reason/core/adapter'
import type { JsonFieldsConfig } from './config.ts'
import type { FieldNames } from './field-names.ts'
import type { Begin } from './outside.ts'
import { endWaiting, readBehind, readBetween, readOutside } from './reading/objects.ts'
import { createReading, type FieldReading, type ReadingState } from './reading/reading.ts'
import { clear, decide, endUndecided, holdSign } from './reading/undecided.ts'
import { endScalar, readRaw, readScalar, readSteps, readString, readValue, stringSigns } from './reading/values.ts'
import { next } from './json-characters.ts'

const readers: Record<ReadingState, (reading: FieldReading, final: boolean) => void> = {
  outside: readOutside,
  value: readValue,
  string: readString,
  raw: readRaw,
  scalar: readScalar,
  steps: readSteps,
  between: readBetween,
  behind: readBehind,
}

/**
 * Splits the fields of a JSON object.
 *
 *   outside ── { "name": ──▶ value ──▶ string, raw, scalar, steps ──▶ between ── } ──▶ behind
 *     ▲ └─ …" , "name": ──▶    ▲                                        │               │
 *     │   (the prompt opened   └──────────── , "name": ─────────────────┘               │
 *     │    the string …)                                                                │
 *     └─────────────────────────────────────────────────────────────────────────────────┘
 *
 * Outside, text is held until the first field with a known name. A text without one is the answer. A sign that may end a string or begin a field is held
 * until `NameAhead` has decided. Half of a character or escape is held, too, and nothing else.
 */
export function createJsonFieldsSplitter(config: JsonFieldsConfig, kindOf: FieldNames, begin: Begin): Splitter {
  const reading = createReading(config, kindOf, begin)
  const { writer } = reading
  let isOver = false
  if (begin.prefill !== '') readPrefill(reading)

  return {
    push(piece) {
      if (piece === '') return noParts
      read(reading, reading.tail + piece, false)
      const parts = writer.take()
      return parts.length === 0 ? noParts : parts
    },
    passes(piece) {
      const { state, channel, tail, signAt } = reading
      if (state !== 'string' || channel === undefined || !writer.isIn(channel) || piece === '') return false
      if (tail !== '' || signAt !== undefined || isHighSurrogate(piece.charCodeAt(piece.length - 1))) return false
      return next(stringSigns(reading), piece, 0) === piece.length
    },
    end(ending = 'complete') {
      if (isOver) return noParts
      isOver = true
      return end(reading, ending)
    },
  }
}

function read(reading: FieldReading, piece: string, final: boolean): void {
  const keep = !final && isHighSurrogate(piece.charCodeAt(piece.length - 1)) ? 1 : 0
  reading.tail = keep === 0 ? '' : piece.slice(-1)
  reading.text = keep === 0 ? piece : piece.slice(0, -1)
  reading.at = 0
  // `decide` may put held text before the text.
  while (reading.at < reading.text.length) {
    if (reading.signAt !== undefined) decide(reading)
    else readers[reading.state](reading, final)
  }
  holdSign(reading)
}

/** Reads the prompt as if the model had written it, without any output. */
function readPrefill(reading: FieldReading): void {
  const { begin, outside, writer } = reading
  read(reading, begin.prefill, false)
  reading.tail = ''
  reading.held = ''
  outside.take()
  writer.reset()
  // A client that may not see the reasoning must not decide by its prompt where the answer is.
  if (!begin.isGuarded || !reading.hasFields || reading.channel === 'reasoning') return
  clear(reading)
  reading.state = 'outside'
  reading.levels = 0
  reading.hasFields = false
  reading.isAnswered = false
}

function end(reading: FieldReading, ending: Ending): readonly Part[] {
  const { writer, behind } = reading
  read(reading, reading.tail, true)
  endUndecided(reading)
  if (reading.state === 'scalar') endScalar(reading)
  writer.markup(behind.take())
  endWaiting(reading, ending)
  const isUnclosed = writer.hasOpen('reasoning') && reading.state !== 'outside'
  if (isUnclosed) writer.warn('unclosed', 'The text ended within a field of reasoning.')
  writer.close('end-of-stream')
  return writer.take()
}
