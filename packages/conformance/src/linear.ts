import type { StreamContext, TextAdapter } from '@reason/core'
import type { Failure } from './failure.ts'
import { countWork } from './work.ts'

/** Length of the shorter text, in code units. Long enough that a quadratic splitter reads hundreds of units for each one given. */
const short = 2048
const factor = 4
/** Linear work gives 4, quadratic 16. The rest is for what is paid once, and for what begins only beyond a limit (held text). */
const mostGrowth = 4.6
/** Reading each unit a few dozen times is a constant; below that, growth is not held against an adapter. */
const freePerUnit = 32

/**
 * Compares the work for a text with that for one four times as long, for shapes that make careless splitters read again what they
 * have read: plain text, a block that never ends, delimiters in a row, almost-delimiters, runs of their first character, and rows.
 *
 * @param rows - Texts of rows.
 */
export function checkLinearWork(
  adapter: TextAdapter,
  delimiters: readonly string[],
  rows: readonly string[],
  context?: StreamContext,
): Failure[] {
  for (const [name, shape] of [...shapes(delimiters), ...rowShapes(rows)]) {
    for (const pieceLength of [Number.POSITIVE_INFINITY, 7, 1]) {
      const work = workFor(adapter, fill(shape, short), pieceLength, context)
      const most = Math.ceil(Math.max(work * mostGrowth, short * factor * freePerUnit))
      const more = workFor(adapter, fill(shape, short * factor), pieceLength, context, most)
      if (more <= most) continue
      // The first shape is enough: what is quadratic takes long to measure.
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

/** Structure that no delimiter alone shows. A dozen rows are enough, and soon done. */
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
  // Parts are work, too: a splitter that returns many parts per character makes its caller slow.
  let parts = 0
  const work = countWork(() => {
    const splitter = adapter.createSplitter(context)
    for (const piece of pieces) parts += splitter.push(piece).length
    parts += splitter.end().length
  }, most)
  return work + parts + text.length
}
