import type { FrameDecoder } from './decoder.ts'
import type { Frame } from './frame.ts'

/**
 * Decodes a stream sent as one JSON array, in any layout. Each element is a frame as soon as it is complete.
 *
 *     [ {"a": [1]} , {"b": "]"} ]
 *       ^^^^^^^^^^   ^^^^^^^^^^      frames
 *
 * Values outside an array (an error in place of the stream) are frames, too. Reads every character once, and keeps at most one element.
 */
export function createJsonArrayDecoder(): FrameDecoder {
  /** Text of the current element so far. */
  let pieces: string[] = []
  let state: 'between' | 'scalar' | 'container' = 'between'
  /** Nesting depth of brackets inside the element. */
  let depth = 0
  /** Inside a string of the element, and directly after a backslash in it. */
  let quoted = false
  let escaped = false
  /** The outer array is open. */
  let inArray = false

  return {
    push(text) {
      const frames: Frame[] = []
      for (let at = 0; at < text.length;) {
        if (state === 'between') {
          at = findElement(text, at)
          continue
        }
        const to = state === 'scalar' ? endOfScalar(text, at) : endOfContainer(text, at)
        pieces.push(text.slice(at, to))
        at = to
        if (isComplete(text, at)) frames.push(...take())
      }
      return frames
    },
    end: take,
  }

  function take(): Frame[] {
    const data = pieces.join('').trim()
    pieces = []
    state = 'between'
    depth = 0
    quoted = false
    escaped = false
    return data === '' ? [] : [{ data }]
  }

  /** Skips separators. At the first character of an element, changes the state. */
  function findElement(text: string, at: number): number {
    for (; at < text.length; at++) {
      const char = text[at]!
      if (separators.includes(char)) continue
      if (char === '[' && !inArray) inArray = true
      else if (char === ']' && inArray) inArray = false
      else {
        state = char === '{' || char === '[' || char === '"' ? 'container' : 'scalar'
        return at
      }
    }
    return at
  }

  /** Returns the end of a number or word: the next character that cannot belong to it. A stray bracket is a scalar of its own. */
  function endOfScalar(text: string, at: number): number {
    scalarEnd.lastIndex = pieces.length === 0 ? at + 1 : at
    return scalarEnd.exec(text)?.index ?? text.length
  }

  /** Returns the index after the bracket or quote that completes the element, or the text's length. */
  function endOfContainer(text: string, at: number): number {
    while (at < text.length) {
      if (escaped) {
        escaped = false
        at++
        continue
      }
      const pattern = quoted ? inString : outside
      pattern.lastIndex = at
      const found = pattern.exec(text)
      if (found === null) return text.length
      at = found.index + 1
      const char = found[0]
      if (char === '\\') escaped = true
      else if (char === '"') quoted = !quoted
      else if (char === '{' || char === '[') depth++
      else depth--
      if (!quoted && depth <= 0) return at
    }
    return at
  }

  function isComplete(text: string, at: number): boolean {
    return state === 'scalar' ? at < text.length : !quoted && !escaped && depth <= 0
  }
}

/** Separators between elements. The byte order mark can precede the first element. */
const separators = ' \t\r\n,\ufeff'
const scalarEnd = /[\s,\]}[{"]/g
const outside = /["{}[\]]/g
const inString = /["\\]/g
