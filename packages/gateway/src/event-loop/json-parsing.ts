import { parseExact } from '@reason/wire-kit'
import { jsonPerTurn } from './slices.ts'
import { stepByStep } from './steps.ts'
import { backslash, closeList, closeObject, colon, comma, letterU, openList, openObject, quote } from '../structures/json-characters.ts'

/**
 * Parses long JSON as `parseExact` does, in slices of the event loop.
 *
 * @param json - UTF-8 bytes.
 * @param inside - Names of fields whose objects keep the digits of long numbers. Undefined: digits are kept everywhere.
 * @throws {SyntaxError} For invalid JSON.
 */
export async function parseInTurns(json: Buffer, inside: ReadonlySet<string>): Promise<unknown> {
  return stepByStep(parseInSteps(json, inside))
}

/** @param most - Bytes parsed in one step. */
export function* parseInSteps(json: Buffer, inside: ReadonlySet<string> | undefined, most = jsonPerTurn): Generator<void, unknown> {
  let at = 0
  const value = yield* readValue(inside === undefined)
  skipBlanks()
  if (at < json.length) throw unexpected()
  return value

  function* readValue(isExact: boolean): Generator<void, unknown> {
    skipBlanks()
    const first = json[at]
    if (first === quote) return yield* readString()
    if (first === openList) return yield* readList(isExact)
    if (first === openObject) return yield* readObject(isExact)
    const from = at
    while (at < json.length && !endsScalar.has(json[at]!)) {
      // No number has so many digits: what is no JSON may go on like this for megabytes.
      if (at - from > longestRun) throw unexpected(from)
      at++
    }
    return parse(text(from, at), reader(isExact))
  }

  function* readList(isExact: boolean): Generator<void, unknown> {
    const list: unknown[] = []
    for (let isFirst = true; ; isFirst = false) {
      at++
      skipBlanks()
      const from = at
      const hasBatch = scan(from + most)
      // A single element is longer than a step.
      if (!hasBatch) {
        at = from
        list.push(yield* readValue(isExact))
        skipBlanks()
      } else {
        const some = parse(`[${text(from, at)}]`, reader(isExact)) as unknown[]
        if (some.length === 0 && !(isFirst && isClosing())) throw unexpected()
        for (const one of some) list.push(one)
      }
      yield
      if (json[at] === comma) continue
      if (json[at++] !== closeList) throw unexpected(at - 1)
      return list
    }
  }

  function* readObject(isExact: boolean): Generator<void, unknown> {
    const object = {}
    for (let isFirst = true; ; isFirst = false) {
      at++
      skipBlanks()
      const from = at
      const hasBatch = scan(from + most)
      if (!hasBatch) {
        at = from
        skipBlanks()
        if (json[at] !== quote) throw unexpected()
        const name = (yield* readString()) as string
        skipBlanks()
        if (json[at++] !== colon) throw unexpected(at - 1)
        skipBlanks()
        put(object, name, yield* readValue(isExact || (json[at] === openObject && inside!.has(name))))
        skipBlanks()
      } else {
        const some = parse(`{${text(from, at)}}`, reader(isExact)) as object
        const fields = Object.entries(some)
        if (fields.length === 0 && !(isFirst && isClosing())) throw unexpected()
        for (const [name, one] of fields) put(object, name, one)
      }
      yield
      if (json[at] === comma) continue
      if (json[at++] !== closeObject) throw unexpected(at - 1)
      return object
    }
  }

  function* readString(): Generator<void, string> {
    let whole = ''
    for (at++; ;) {
      const from = at
      skipCharacters(from + most)
      whole += parse(`"${text(from, at)}"`, JSON.parse) as string
      if (json[at] === quote) break
      if (at >= json.length) throw unexpected()
      yield
    }
    at++
    if (whole.length > most) {
      yield
      // Flattens the joined text here, so that a later reader does not pay for it.
      whole.charCodeAt(0)
    }
    return whole
  }

  /**
   * Goes to the end of the current list or object, or to the last comma between its elements before `end`.
   *
   * @returns False if there is neither; the position is then arbitrary.
   */
  function scan(end: number): boolean {
    let depth = 0
    let last: number | undefined
    for (; at < json.length && at < end; at++) {
      const byte = json[at]!
      if (byte === quote) {
        at++
        skipCharacters(end)
      } else if (byte === openList || byte === openObject) depth++
      else if (byte === closeList || byte === closeObject) {
        if (--depth < 0) return true
      } else if (byte === comma && depth === 0) last = at
    }
    if (last !== undefined) at = last
    return last !== undefined
  }

  /** Goes to the end of a string, or at least to `end`. Never stops inside an escape or a character. */
  function skipCharacters(end: number): void {
    for (; at < json.length && json[at] !== quote; at++) {
      if (at >= end && (json[at]! & 0xc0) !== 0x80) return
      if (json[at] === backslash && json[++at] === letterU) at += 4
    }
    at = Math.min(at, json.length)
  }

  function skipBlanks(): void {
    const from = at
    while (blanks.has(json[at]!)) if (++at - from > longestRun) throw unexpected(from)
  }

  function isClosing(): boolean {
    return json[at] === closeList || json[at] === closeObject
  }

  function text(from: number, to: number): string {
    return json.toString('utf8', from, to)
  }

  function parse(piece: string, read: (piece: string) => unknown): unknown {
    try {
      return read(piece)
    } catch (error) {
      throw new SyntaxError(`${(error as Error).message.replace(placeInPiece, '')} before byte ${at}`)
    }
  }

  function reader(isExact: boolean): (piece: string) => unknown {
    return (piece) => (isExact ? parseExact(piece) : parseExact(piece, inside))
  }

  function unexpected(place = at): SyntaxError {
    return new SyntaxError(place < json.length ? `Unexpected token at byte ${place}` : 'Unexpected end of JSON input')
  }
}

/** V8's position in the piece, and its quotation of the text. */
const placeInPiece = /(?:, (?:\.\.\.)?".*| in JSON at .*)$/s

/** Sets a field as `JSON.parse` does, for which `__proto__` is an ordinary name. */
function put(object: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else (object as Record<string, unknown>)[name] = value
}

/** Longest number, and most blanks in a row, in bytes. */
const longestRun = 65_536

const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const endsScalar: ReadonlySet<number> = new Set([...blanks, comma, closeList, closeObject])
