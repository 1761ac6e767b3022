import { backslash, closeList, closeObject, colon, comma, nine, openList, openObject, quote, zero } from '../structures/json-characters.ts'

/**
 * Longest name of a field, in bytes of a request and UTF-16 units of an answer. V8 hashes and keeps names, so that a name of megabytes costs a
 * hundred times as much as other text.
 */
export const mostInName = 65_536

/** Counts of a JSON text, taken before it is parsed. Syntax errors are left to the parser. */
export interface JsonShape {
  /** Fields of the outermost object, including repeated ones. */
  readonly fields: number
  /** Most fields of one object, as far as it is nested less than 256 deep. */
  readonly widest: number
  /** Bytes of the longest name of a field, as written. */
  readonly longestName: number
  /** Depth of the deepest nesting. */
  readonly depth: number
  /** Number of lists, objects and fields. */
  readonly parts: number
  /** Upper bound of the values in lists and objects. */
  readonly values: number
  /** A number may have more digits than a JavaScript number can hold. */
  readonly hasLongNumber: boolean
}

/** Scans a JSON text in pieces, cut anywhere. Takes at most a few nanoseconds per byte, and constant memory. */
export interface ShapeScan {
  push(piece: Uint8Array): void
  /** Counts of everything pushed so far. */
  readonly shape: JsonShape
}

export function scanShape(): ShapeScan {
  const shape = { fields: 0, widest: 0, longestName: 0, depth: 0, parts: 0, values: 0, hasLongNumber: false }
  let depth = 0
  let inString = false
  let isEscaped = false
  let digits = 0
  /** Bytes before this piece, and the offset behind the quote that begins the last string. */
  let before = 0
  let begin = 0
  /** Bytes of the last string. */
  let length = 0
  /** Fields so far of the open objects, by depth. */
  const open: number[] = []
  return { push, shape }

  function push(piece: Uint8Array): void {
    // Locals: writing object fields for each byte is slow.
    let { parts, values } = shape
    let nextBackslash = -1
    /** Bytes of text scanned one by one since the last special byte. */
    let plain = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (inString) {
        plain++
        if (isEscaped) isEscaped = false
        else if (byte === backslash) {
          isEscaped = true
          plain = 0
        } else if (byte === quote) {
          inString = false
          plain = 0
          length = before + at - begin
        } else if (plain > shortest) {
          plain = 0
          if (nextBackslash < at) nextBackslash = found(piece, backslash, at)
          at = Math.min(nextBackslash, found(piece, quote, at)) - 1
        }
        continue
      }
      if (byte >= zero && byte <= nine) {
        if (++digits === longest) shape.hasLongNumber = true
        continue
      }
      digits = 0
      if (byte === quote) {
        inString = true
        begin = before + at + 1
      } else if (byte === comma) values++
      else if (byte === colon) {
        parts++
        if (length > shape.longestName) shape.longestName = length
        if (depth === 1) shape.fields++
        if (depth > 0 && depth < mostOpen && ++open[depth]! > shape.widest) shape.widest = open[depth]!
      } else if (byte === openList || byte === openObject) {
        parts++
        values++
        if (++depth > shape.depth) shape.depth = depth
        if (depth > 0 && depth < mostOpen) open[depth] = 0
      } else if (byte === closeList || byte === closeObject) depth--
    }
    before += piece.length
    shape.parts = parts
    shape.values = values
  }
}

/** Index of the next such byte, or the end. */
function found(piece: Uint8Array, byte: number, from: number): number {
  const at = piece.indexOf(byte, from)
  return at === -1 ? piece.length : at
}

/** Bytes of one string after which the scan switches to `indexOf`, which is faster for long strings and slower for short ones. */
const shortest = 32

/** Depth up to which fields are counted. A deeper text is refused for its depth. */
const mostOpen = 256

/** Number of digits of 2^53. */
const longest = 16
