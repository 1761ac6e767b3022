/**
 * Tracks whether a position is inside a JSON string, so that replacements keep the text valid JSON. A text counts as JSON if it begins as an object or array
 * does. The lines of logs and settings begin with a bracket, too: `[client]`, `[10:01] …`.
 */
export interface JsonTracker {
  /** Reads up to `to`. */
  advance(text: string, to: number): void
  /** Quotes that a replacement at `at` needs, because a string replaces a number. */
  quotesFor(text: string, at: number): string
  /**
   * End of the part of `start` to `end` that may be replaced. In a string, at most its end, so that the text after it stays JSON. Undefined if the part begins
   * with JSON syntax.
   */
  fit(text: string, start: number, end: number): number | undefined
  /**
   * First part of `start` to `end` that may be replaced on its own: within one string, or an unquoted value. Escapes are not split. Undefined if there is none.
   */
  piece(text: string, start: number, end: number): readonly [start: number, end: number] | undefined
  /** Whether the last queried position is inside a JSON string. */
  inString(): boolean
  /** Adjusts positions after the first `chars` of the text were removed. */
  move(chars: number): void
}

const start = '{['
/** Characters after the first one of an object and of an array. */
const first: Readonly<Record<string, string>> = { '{': '"}', '[': '"{[]-0123456789tfn' }
/** Characters of a number or word that begins an array, and after it. A time, a date or a label has others. */
const simple = '0123456789.eE+truefalsn,]'

/** A member in a text that is not JSON as a whole: `"key": 4111…`. */
const bare = /(\\{0,7}["'])\s{0,3}:\s{0,3}-?$/

export function createJsonTracker(from: number): JsonTracker {
  let at = from
  /** Characters that may come next in the beginning of JSON. Undefined after the beginning. */
  let next: string | undefined = start
  let isJson = false
  let quoted = false
  return { advance, quotesFor, fit, piece, inString: () => isJson && quoted, move }

  function advance(text: string, to: number): void {
    while (next !== undefined) {
      while (at < text.length && text.charCodeAt(at) <= 32) at++
      if (at >= text.length) return
      const sign = text[at]!
      isJson = next.includes(sign)
      if (isJson && at >= to) return
      if (!isJson || (next !== start && structure.test(sign))) next = undefined
      else next = next === start ? first[sign] : simple
      if (next !== undefined) at++
    }
    if (!isJson) {
      at = Math.max(at, to)
      return
    }
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code === 34) quoted = !quoted
      else if (code === 92 && quoted) at += escapeLength(text, at) - 1
    }
  }

  function quotesFor(text: string, start: number): string {
    advance(text, start)
    if (isJson) return quoted ? '' : '"'
    const first = text.charCodeAt(start)
    if (first < 48 || first > 57) return ''
    return bare.exec(text.slice(Math.max(0, start - 16), start))?.[1] ?? ''
  }

  function fit(text: string, start: number, end: number): number | undefined {
    advance(text, start)
    if (!isJson) return end
    if (!quoted) return '{}[],:"'.includes(text[start] ?? '"') ? undefined : end
    for (let to = start; to < end; to++) {
      const code = text.charCodeAt(to)
      if (code === 34) return to
      // Do not split an escape.
      if (code === 92 && ++to === end) return end - 1
    }
    return end
  }

  function piece(text: string, start: number, end: number): readonly [start: number, end: number] | undefined {
    let from = start
    while (from < end) {
      advance(text, from)
      if (!isJson) return [start, end]
      // The part begins within an escape.
      from = Math.max(from, at)
      const to = quoted ? endInString(text, from, end) : endOfBare(text, from, end)
      if (to > from) return [from, to]
      from++
    }
    return undefined
  }

  function move(chars: number): void {
    at -= chars
  }
}

/** Length of the escape at a position, in UTF-16 units: `\n`, `\u00e9`. */
const escapeLength = (text: string, at: number): number => (/^u[\da-f]{4}/i.test(text.slice(at + 1, at + 6)) ? 6 : 2)

function endInString(text: string, from: number, end: number): number {
  let to = from
  while (to < end && text[to] !== '"') {
    const length = text[to] === '\\' ? escapeLength(text, to) : 1
    if (to + length > end) break
    to += length
  }
  return to
}

const structure = /[{}[\],:"\s]/

function endOfBare(text: string, from: number, end: number): number {
  let to = from
  while (to < end && !structure.test(text[to]!)) to++
  return to
}
