import type { Ending } from '@reason/core/adapter'
import { openBraces, splitPreamble } from '../preamble.ts'
import { isQuote, next, sign } from '../json-characters.ts'
import { lookAhead, type FieldReading } from './reading.ts'
import { writeDecoded } from './values.ts'

const outsideSigns = /["'{,]/g
const betweenSigns = /["'}]/g

export function readOutside(reading: FieldReading): void {
  const { text, at: from } = reading
  const to = next(outsideSigns, text, from)
  reading.at = to
  reading.outside.write(text.slice(from, to))
  if (to < text.length) lookAhead(reading, isQuote(text.charCodeAt(to)) ? 'closed' : 'open')
}

/** Handles the first known field. The text before it is prose, the beginning of the object, or a string that the prompt opened. */
export function enterObject(reading: FieldReading, whole: string): void {
  const { writer, outside, others } = reading
  const isOpened = whole.charCodeAt(0) === sign.openBrace
  const { prose, opening } = splitPreamble(outside.take(), isOpened)
  if (!isOpened && prose !== '') {
    writer.warn('orphan-reclassified', 'A field ended in text without an object; the text before it became reasoning.')
    reading.channel = 'reasoning'
    writeDecoded(reading, prose)
  } else {
    writer.text('reasoning', prose)
    if (others === undefined || isOpened) writer.markup(opening, isOpened ? 'delimiter' : 'dropped')
    else writer.text(others, opening)
  }
  writer.close('closer')
  writer.markup(whole)
  reading.levels = Math.max(1, openBraces(opening) + (isOpened ? 1 : 0))
}

/** Begins the field whose name was found. */
export function beginField(reading: FieldReading): void {
  const kind = reading.kindOf(reading.ahead.name())
  reading.kind = kind
  reading.channel = kind === 'other' ? reading.others : kind
  reading.hasFields = true
  reading.isInSteps = false
  reading.state = 'value'
}

/** Reads commas, blanks and misplaced text between fields. */
export function readBetween(reading: FieldReading): void {
  const { text, at: from, writer } = reading
  const to = next(betweenSigns, text, from)
  reading.at = to
  writer.markup(text.slice(from, to))
  if (to === text.length) return
  const unit = text.charCodeAt(to)
  if (unit !== sign.closeBrace) return lookAhead(reading, 'name', unit)
  writer.markup(text.charAt(reading.at++))
  endObject(reading)
}

export function endObject(reading: FieldReading): void {
  reading.levels--
  reading.state = reading.levels > 0 ? 'between' : 'behind'
}

/** Reads behind the object. Other text continues like text outside. */
export function readBehind(reading: FieldReading): void {
  const { behind, outside, begin, kind, isAnswered } = reading
  reading.at = behind.read(reading.text, reading.at)
  if (reading.at === reading.text.length) return
  const isDoubtful = begin.isGuarded && kind !== 'answer'
  outside.sendTo(isDoubtful ? 'reasoning' : isAnswered ? 'answer' : undefined)
  reading.state = 'outside'
  outside.write(behind.take())
}

/**
 * Decodes held text. Without any field, the whole text is the answer. Text cut by a limit or a stop sequence may be prose before a field, which a
 * guarded client may not see.
 */
export function endWaiting({ outside, writer, begin, hasFields }: FieldReading, ending: Ending): void {
  const waiting = outside.take()
  if (waiting === '') return
  const hides = begin.isGuarded && !begin.isAnswer && (ending === 'cut' || ending === 'stopped')
  if (!hasFields && !begin.isAnswer) {
    const outcome = hides ? 'the text stays reasoning' : 'the whole text is the answer'
    writer.warn('json-fields/no-field', `No field of reasoning or answer came; ${outcome}.`)
  }
  writer.text(hides ? 'reasoning' : 'answer', waiting)
}
