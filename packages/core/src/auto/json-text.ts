/**
 * State of a scan of text that may be a JSON object or list, which finds the strings in it:
 *
 *     blank ──{ or [──▶ opened ──what may follow──▶ value ──"──▶ string ──"──▶ closed ──, : } ]──▶ value
 *       │ ▲                │                          └──last bracket──▶ over
 *       │ └──line's end──┐ └──anything else──▶ broken
 *       └──```json──▶ fence
 *
 * Counts brackets and keeps no stack, so depth costs nothing. Plain data, so that a copy can look ahead.
 */
export interface JsonText {
  place: 'blank' | 'fence' | 'opened' | 'value' | 'string' | 'closed' | 'over' | 'broken'
  depth: number
  /** The last unit was a backslash that escapes the next one. */
  escaped: boolean
  /** Last unit outside strings that was not whitespace. */
  last: number
}

export const newJsonText = (): JsonText => ({ place: 'blank', depth: 0, escaped: false, last: 0 })

/** Whether the text is a JSON value so far, and not complete. */
export const isJsonOpen = ({ place }: JsonText): boolean => place === 'value' || place === 'string' || place === 'closed'

/** Whether the text is too short to decide. */
export const mayBecomeJson = ({ place }: JsonText): boolean => place === 'blank' || place === 'fence' || place === 'opened'

/** Units that end a plain run in a string. JSON strings contain no control characters. */
const stringSigns = /["\\\u0000-\u001f]/g // oxlint-disable-line no-control-regex

/**
 * Scans from `from`, and stops as soon as `until` returns true.
 *
 * @param until - Called after each unit outside strings, and at the end of each string.
 * @returns The index where the scan stopped. `to` if `until` never returned true.
 */
export function readJson(json: JsonText, text: string, from: number, to: number, until?: (json: JsonText) => boolean): number {
  for (let at = from; at < to;) {
    if (json.place === 'over' || json.place === 'broken') return to
    if (json.place === 'string') at = readString(json, text, at, to)
    else readUnit(json, text.charCodeAt(at++))
    if (until?.(json) === true) return at
  }
  return to
}

function readString(json: JsonText, text: string, from: number, to: number): number {
  let at = from
  if (json.escaped) {
    json.escaped = false
    at++
  }
  // A search past `to` would read the same text again for each part of it.
  const part = to === text.length || to - at <= shortText ? text : text.slice(0, to)
  while (at < to) {
    const found = to - at <= shortText ? nearSign(part, at, to) : farSign(part, at, to)
    if (found === to) return to
    at = found + 1
    const unit = part.charCodeAt(found)
    if (unit === quote) {
      json.place = 'closed'
      return at
    }
    if (unit !== backslash) {
      json.place = 'broken'
      return at
    }
    json.escaped = at === to
    at++
  }
  return to
}

/** Up to this length in UTF-16 units, reading each unit is faster than starting a regular expression. */
const shortText = 24

function nearSign(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote || unit === backslash || unit < 0x20) return at
  }
  return to
}

function farSign(text: string, from: number, to: number): number {
  stringSigns.lastIndex = from
  return stringSigns.test(text) ? stringSigns.lastIndex - 1 : to
}

function readUnit(json: JsonText, unit: number): void {
  if (json.place === 'fence') return readFence(json, unit)
  if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) return
  const { place, last } = json
  json.last = unit
  if (place === 'blank' && unit === backtick && last === 0) {
    json.place = 'fence'
    json.depth = 1
    return
  }
  if (place === 'blank') {
    json.place = unit === openBrace || unit === openBracket ? 'opened' : 'broken'
    json.depth = 1
    return
  }
  if (place === 'opened' && !mayFollow(last).includes(String.fromCharCode(unit))) {
    json.place = 'broken'
    return
  }
  if (place === 'closed' && unit !== comma && unit !== colon && unit !== closeBrace && unit !== closeBracket) {
    json.place = 'broken'
    return
  }
  // A word is recognised by its second letter, because prose in brackets may begin with the same letter.
  if (place === 'opened' && last === openBracket && 'tfn'.includes(String.fromCharCode(unit))) return
  json.place = 'value'
  if (unit === quote) json.place = isOperator(last) ? 'string' : 'broken'
  else if (unit === openBrace || unit === openBracket) json.depth++
  else if (unit === closeBrace || unit === closeBracket) json.place = --json.depth === 0 ? 'over' : 'value'
  else if (inValues[unit] !== 1) json.place = 'broken'
}

/** Reads the line that opens a fence. `depth` counts its units. */
function readFence(json: JsonText, unit: number): void {
  const { depth } = json
  json.depth++
  if (depth < 3) json.place = unit === backtick ? 'fence' : 'broken'
  else if (unit === 0x0a) {
    json.place = 'blank'
    json.depth = 0
  } else if (depth === longestFence || !/[\w+ \t\r-]/.test(String.fromCharCode(unit))) json.place = 'broken'
}

/** In UTF-16 units. */
const longestFence = 64

const quote = 0x22
const backtick = 0x60
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Units that may follow the first bracket, or the first letter of a word after it. */
const mayFollow = (unit: number): string => (unit === openBrace ? '"}' : unit === openBracket ? '"{[]-0123456789tfn' : 'rau')

/** 1 for units of numbers and of `true`, `false` and `null`, and for units between values. Indexed by ASCII unit. */
const inValues = Uint8Array.from({ length: 128 }, (_, unit) => Number(',:+-.0123456789eEtrufalsn'.includes(String.fromCharCode(unit))))

const isOperator = (unit: number): boolean => unit === comma || unit === colon || unit === openBrace || unit === openBracket

/** Whether it is decided that the text is JSON, or none. */
export const isBegun = (json: JsonText): boolean => !mayBecomeJson(json)
