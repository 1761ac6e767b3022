import { readEscape } from '../escape.ts'
import { afterBlanks, endsScalar, isBlank, isQuote, next, sign } from '../json-characters.ts'
import { lookAhead, write, type FieldReading } from './reading.ts'

const doubleQuoted = /["\\]/g
const singleQuoted = /['\\]/g

/** The signs that end a run of text in the current string. */
export const stringSigns = ({ quote }: FieldReading): RegExp => (quote === sign.quote ? doubleQuoted : singleQuoted)

export function readValue(reading: FieldReading): void {
  const { text, at: from, writer } = reading
  reading.at = afterBlanks(text, from)
  writer.markup(text.slice(from, reading.at))
  if (reading.at < text.length) beginValue(reading, text.charCodeAt(reading.at))
}

function beginValue(reading: FieldReading, unit: number): void {
  const { text, writer, kind, isInSteps } = reading
  if (isQuote(unit)) {
    reading.quote = unit
    reading.state = 'string'
    writer.markup(text.charAt(reading.at++))
  } else if (unit === sign.openBracket && kind === 'reasoning' && !isInSteps) {
    reading.isInSteps = true
    reading.state = 'steps'
    writer.markup(text.charAt(reading.at++))
  } else if (unit === sign.openBrace && kind !== 'reasoning') lookAhead(reading, 'open')
  else if (unit === sign.openBrace || unit === sign.openBracket) beginRaw(reading, 0)
  else reading.state = 'scalar'
}

export function readString(reading: FieldReading, final: boolean): void {
  const { text, at: from } = reading
  const to = next(stringSigns(reading), text, from)
  reading.at = to
  write(reading, text.slice(from, to))
  if (to === text.length) return
  if (text.charCodeAt(to) === reading.quote) lookAhead(reading, reading.isInSteps ? 'item' : 'closed')
  else writeEscape(reading, final)
}

export function writeDecoded(reading: FieldReading, string: string): void {
  const { text, at } = reading
  reading.text = string
  for (reading.at = 0; reading.at < string.length;) {
    const found = string.indexOf('\\', reading.at)
    const to = found === -1 ? string.length : found
    write(reading, string.slice(reading.at, to))
    reading.at = to
    if (found !== -1) writeEscape(reading, true)
  }
  reading.text = text
  reading.at = at
}

function writeEscape(reading: FieldReading, final: boolean): void {
  const { text, at: from, channel, writer } = reading
  const escape = readEscape(text, from, final)
  if (escape === undefined) {
    reading.tail = text.slice(from) + reading.tail
    reading.at = text.length
    return
  }
  const { end: to, meaning } = escape
  reading.at = to
  if (meaning === undefined || channel === undefined) return write(reading, text.slice(from, to))
  // A character that its backslash only escapes is in the text unchanged.
  const isSign = to === from + 2 && text.charAt(from + 1) === meaning
  writer.markup(text.slice(from, isSign ? from + 1 : to))
  if (isSign) return write(reading, meaning)
  reading.isAnswered ||= channel === 'answer'
  writer.inserted(channel, meaning)
}

export function beginRaw(reading: FieldReading, depth: number): void {
  reading.rawJson.begin(depth)
  reading.state = 'raw'
}

export function readRaw(reading: FieldReading): void {
  const { text, at: from, rawJson } = reading
  reading.at = rawJson.read(text, from)
  write(reading, text.slice(from, reading.at))
  if (rawJson.isOver()) endValue(reading)
}

export function readScalar(reading: FieldReading): void {
  const { text, at: from, scalar } = reading
  let to = from
  while (to < text.length && !endsScalar(text.charCodeAt(to))) to++
  reading.at = to
  write(reading, scalar.push(text.slice(from, to)))
  if (to < text.length) endScalar(reading)
}

export function endScalar(reading: FieldReading): void {
  const { value, rest } = reading.scalar.end()
  write(reading, value)
  reading.writer.markup(rest)
  endValue(reading)
}

export function readSteps(reading: FieldReading): void {
  const { text, at: from, writer } = reading
  const unit = text.charCodeAt(from)
  if (unit === sign.closeBracket) {
    writer.markup(text.charAt(reading.at++))
    endSteps(reading)
  } else if (isBlank(unit) || unit === sign.comma || unit === sign.closeBrace) {
    reading.at = afterBlanks(text, from + 1)
    writer.markup(text.slice(from, reading.at))
  } else beginValue(reading, unit)
}

/** @param whole - Text from the quote to the comma or bracket. */
export function endStep(reading: FieldReading, whole: string): void {
  reading.writer.markup(whole)
  if (whole.endsWith(']')) endSteps(reading)
  else endValue(reading)
}

function endSteps(reading: FieldReading): void {
  reading.isInSteps = false
  endValue(reading)
}

function endValue(reading: FieldReading): void {
  const { writer, channel, isInSteps } = reading
  if (!isInSteps) writer.close('closer')
  else if (channel !== undefined) writer.separate(channel)
  reading.state = isInSteps ? 'steps' : 'between'
}
