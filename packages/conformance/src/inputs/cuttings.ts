import { createRandom, seedOf } from './random.ts'
import { inputText, type Row } from './row.ts'

/** A text in pieces, with a description of the cuts for messages. */
export interface Cutting {
  name: string
  pieces: readonly string[]
}

export interface CuttingOptions {
  /** Number of seeded random cuttings. Default 8. */
  randomCuttings?: number
  /** Added to each text's own seed. Default 0. */
  seed?: number
  /** Limit of two-piece cuttings. A longer text is cut at that many places, selected by the seed. Default 1024. */
  maxTwoPieceCuttings?: number
}

/**
 * Yields the cuttings of a row: whole (first), the row's own pieces, each code unit, each code point, each code unit with empty pieces between, two
 * pieces at every index, and random pieces.
 */
export function* cuttings(row: Pick<Row, 'input'>, options: CuttingOptions = {}): Generator<Cutting, void, void> {
  const { randomCuttings = 8, seed = 0, maxTwoPieceCuttings = 1024 } = options
  const text = inputText(row)
  const random = createRandom(seedOf(text) + seed)

  yield { name: 'whole', pieces: [text] }
  if (typeof row.input !== 'string') yield { name: 'as the row cuts it', pieces: row.input }
  const units = text.split('')
  yield { name: 'each code unit', pieces: units }
  yield { name: 'each code point', pieces: [...text] }
  yield { name: 'each code unit with empty pieces between', pieces: ['', ...units.flatMap((unit) => [unit, ''])] }
  for (const at of twoPieceIndexes(text.length, maxTwoPieceCuttings, random)) {
    yield { name: `cut at ${at}`, pieces: [text.slice(0, at), text.slice(at)] }
  }
  for (let run = 0; run < randomCuttings; run++) yield { name: `random cuts ${run + 1}`, pieces: randomPieces(text, random) }
}

function* twoPieceIndexes(length: number, most: number, random: () => number): Generator<number, void, void> {
  if (length - 1 <= most) for (let at = 1; at < length; at++) yield at
  else for (let run = 0; run < most; run++) yield 1 + Math.floor(random() * (length - 1))
}

/** Cuts into pieces of 1 to 12 units, the length of tokens. */
function randomPieces(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const to = from + 1 + Math.floor(random() * 12)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
