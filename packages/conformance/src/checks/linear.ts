import type { StreamContext, TextAdapter } from '@reason/core'
import type { Violation } from '../failure.ts'
import { countWork } from '../runs/work.ts'

/** Length of the shorter text, in code units. Long enough that a quadratic splitter reads each unit hundreds of times. */
const short = 2048
const factor = 4
/** Limit of growth. Linear work gives 4, quadratic work 16. The margin allows for one-time costs, and for work beyond a limit (held text). */
const mostGrowth = 4.6
/** Reads per unit that are always allowed. A few dozen reads of each unit are a constant, so growth below that does not fail. */
const freePerUnit = 32

/**
 * Compares the work for a text with that for a text four times as long, for shapes that make careless splitters reread text: plain text, a block that
 * never ends, delimiters in a row, almost-delimiters, runs of their first character, and rows.
 *
 * @param rows - Texts of rows.
 */
export function checkLinearWork(
  adapter: TextAdapter,
  delimiters: readonly string[],
  rows: readonly string[],
  context?: StreamContext,
): Violation[] {
  for (const [name, shape] of [...shapes(delimiters), ...rowShapes(rows)]) {
    for (const pieceLength of [Number.POSITIVE_INFINITY, 7, 1]) {
      const work = workFor(adapter, fill(shape, short), pieceLength, context)
      const most = Math.ceil(Math.max(work * mostGrowth, short * factor * freePerUnit))
      const more = workFor(adapter, fill(shape, short * factor), pieceLength, context, most)
      if (more <= most) continue
      // Stops at the first shape, because quadratic work takes long to measure.
      return [
        {
          rule: 'linear-work',
          message: `Work is not linear: ${short} units took ${work} character reads, but ${short * factor} units took more than ${most}. Do not read held text again with each chunk.`,
          row: name,
          cutting: pieceLength === Number.POSITIVE_INFINITY ? 'whole' : `pieces of ${pieceLength}`,
        },
      ]
    }
  }
  return []
}

interface Shape {
  once: string
  repeated: string
}

function* shapes(delimiters: readonly string[]): Generator<[string, Shape], void, void> {
  yield ['plain text', { once: '', repeated: 'the quick brown fox jumps over the lazy dog. ' }]
  yield ['empty lines', { once: '', repeated: ' \n\n' }]
  if (delimiters.length > 0) yield ['all delimiters in a row', { once: '', repeated: `${delimiters.join('a')}a` }]
  for (const delimiter of delimiters) {
    yield [`${delimiter}, then plain text`, { once: delimiter, repeated: 'sum of all things, ' }]
    yield [`${delimiter}, then whitespace`, { once: delimiter, repeated: ' \n' }]
    yield [`${delimiter} again and again`, { once: '', repeated: `${delimiter}a` }]
    yield [`beginnings of ${delimiter}`, { once: '', repeated: delimiter.slice(0, -1) || delimiter }]
    yield [`the first character of ${delimiter}`, { once: '', repeated: delimiter.charAt(0) }]
  }
}

/** Rows contain structure that no single delimiter shows. A dozen rows suffice, and run fast. */
const mostRows = 12

const rowShapes = (rows: readonly string[]): [string, Shape][] =>
  rows
    .filter((text) => text !== '')
    .slice(0, mostRows)
    .map((text) => [`a row again and again: ${JSON.stringify(text.slice(0, 60))}`, { once: '', repeated: text }])

const fill = ({ once, repeated }: Shape, length: number): string =>
  once + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length)

function workFor(
  adapter: TextAdapter,
  text: string,
  pieceLength: number,
  context: StreamContext | undefined,
  most = Number.POSITIVE_INFINITY,
): number {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += pieceLength) pieces.push(text.slice(from, from + pieceLength))
  // Parts count as work, because many parts per character slow the caller down.
  let parts = 0
  const work = countWork(() => {
    const splitter = adapter.createSplitter(context)
    for (const piece of pieces) parts += splitter.push(piece).length
    parts += splitter.end().length
  }, most)
  return work + parts + text.length
}
