import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createFrameDecoder } from '@reason/core/framing'
import { createTextDecoder } from '@reason/recording'
import type { Unit } from './units.ts'

export interface UnitValue {
  /** Null for an empty line. */
  value: unknown
  /** Line within the unit, or number of the element, from 1. */
  line: number
  /** True if the line is not JSON. */
  broken?: true
}

const pieceBytes = 1_048_576
const LINE_FEED = 0x0a

/**
 * Reads the values of a unit. One value and a piece of the file are in memory at a time.
 *
 * @param onBytes - Called with the count of bytes of each read.
 */
export function readUnit(unit: Unit, onBytes: (bytes: number) => void): Iterable<UnitValue> {
  if (unit.layout === 'lines') return readLines(unit, onBytes)
  if (unit.layout === 'wide-lines') return readWideLines(unit, onBytes)
  return unit.layout === 'value' ? readElements(unit, onBytes) : readText(unit, onBytes)
}

function* readLines({ file, from, to }: Unit, onBytes: (bytes: number) => void): Generator<UnitValue> {
  let line = 0
  for (const bytes of lines(file, from, to, onBytes)) {
    line++
    yield readLine(withoutMark(bytes.toString('utf8')), line)
  }
}

/** Parses a line. Empty lines count as lines. */
const readLine = (text: string, line: number): UnitValue => (text.trim() === '' ? { value: null, line } : parsed(text, line))

/** Reads lines in UTF-16, as PowerShell's `>` writes them. */
function* readWideLines(unit: Unit, onBytes: (bytes: number) => void): Generator<UnitValue> {
  let line = 0
  let held: string[] = []
  for (const text of texts(unit, onBytes)) {
    const [rest, ...begun] = text.split('\n')
    held.push(rest!)
    for (const next of begun) {
      yield readLine(held.join(''), ++line)
      held = [next]
    }
  }
  const last = held.join('')
  if (last !== '') yield readLine(last, ++line)
}

/** Reads a file as text, piece by piece. */
function* texts({ file, to }: Unit, onBytes: (bytes: number) => void): Generator<string> {
  const handle = openSync(file, 'r')
  const text = createTextDecoder()
  try {
    for (let position = 0; position < to;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const length = readSync(handle, piece, 0, pieceBytes, position)
      if (length === 0) break
      position += length
      yield text.push(piece.subarray(0, length))
      onBytes(length)
    }
    yield text.end()
  } finally {
    closeSync(handle)
  }
}

/** Removes the byte order mark, which is no part of the text. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** Reads the lines that begin between two positions of a file. The last one is read to its end. */
function* lines(file: string, from: number, to: number, onBytes: (bytes: number) => void): Generator<Buffer> {
  const handle = openSync(file, 'r')
  try {
    // Starts one byte early: a line feed there means that a line begins at `from`.
    let position = Math.max(0, from - 1)
    let begun = from === 0
    let held: Buffer[] = []
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const length = readSync(handle, piece, 0, pieceBytes, position)
      if (length === 0) break
      onBytes(Math.max(0, Math.min(position + length, to) - Math.max(position, from)))
      const bytes = piece.subarray(0, length)
      let at = 0
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, at)) {
        const line = held.length === 0 ? bytes.subarray(at, end) : Buffer.concat([...held, bytes.subarray(at, end)])
        held = []
        if (begun) yield line
        begun = true
        at = end + 1
        if (position + at >= to) return
      }
      if (begun) held.push(bytes.subarray(at))
      position += length
    }
    if (held.length > 0) yield Buffer.concat(held)
  } finally {
    closeSync(handle)
  }
}

function* readElements(unit: Unit, onBytes: (bytes: number) => void): Generator<UnitValue> {
  const decoder = createFrameDecoder('json-array')
  let line = 0
  for (const text of texts(unit, onBytes)) for (const { data } of decoder.push(text)) yield parsed(data, ++line)
  for (const { data } of decoder.end()) yield parsed(data, ++line)
}

function* readText({ file, to }: Unit, onBytes: (bytes: number) => void): Generator<UnitValue> {
  const text = createTextDecoder()
  const content = text.push(readFileSync(file)) + text.end()
  yield { value: content.trim() === '' ? null : { role: 'assistant', content }, line: 1 }
  onBytes(to)
}

/** A failed parse costs 30 times as much as one that succeeds, and files in another format have only lines that fail. */
const beginsLikeJson = /^\s*["[{\d\-tfn]/

function parsed(text: string, line: number): UnitValue {
  if (!beginsLikeJson.test(text)) return { value: undefined, line, broken: true }
  try {
    return { value: JSON.parse(text), line }
  } catch {
    return { value: undefined, line, broken: true }
  }
}
