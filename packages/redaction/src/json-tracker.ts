/**
 * Whether a place is inside a string of JSON, so that what is put there keeps the text JSON.
 * A text is taken for JSON when it begins with a brace or a bracket.
 */
export interface JsonTracker {
  /** Reads on to `to`. */
  advance(text: string, to: number): void
  /** Quotes that a replacement at `at` has to bring itself: where a number stood, a string will stand. */
  quotesFor(text: string, at: number): string
  /**
   * How far what stands from `start` to `end` may be replaced: in a string to its end at most, so that what is behind it stays JSON. Undefined: not
   * at all, as it begins with what JSON is made of.
   */
  fit(text: string, start: number, end: number): number | undefined
  /**
   * The first stretch between `start` and `end` that may be replaced by itself: within one string, or a value without quotes. Escapes stay whole.
   * Undefined: there is none.
   */
  piece(text: string, start: number, end: number): readonly [start: number, end: number] | undefined
  /** Whether what was last asked about is in a string of JSON. */
  inString(): boolean
  /** The first `chars` of the text are no longer there. */
  move(chars: number): void
}

/** `"key": 4111…` in a text that is not JSON as a whole. */
const bare = /(\\{0,7}["'])\s{0,3}:\s{0,3}-?$/

export function createJsonTracker(from: number): JsonTracker {
  let at = from
  let begun = false
  let isJson = false
  let quoted = false
  return { advance, quotesFor, fit, piece, inString: () => isJson && quoted, move }

  function advance(text: string, to: number): void {
    if (!begun) {
      while (at < to && text.charCodeAt(at) <= 32) at++
      if (at >= text.length || text.charCodeAt(at) <= 32) return
      begun = true
      isJson = text[at] === '{' || text[at] === '['
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
      // Half an escape is none.
      if (code === 92 && ++to === end) return end - 1
    }
    return end
  }

  function piece(text: string, start: number, end: number): readonly [start: number, end: number] | undefined {
    let from = start
    while (from < end) {
      advance(text, from)
      if (!isJson) return [start, end]
      // It begins within an escape.
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

/** UTF-16 units of the escape that begins there: `\n`, `\u00e9`. */
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
