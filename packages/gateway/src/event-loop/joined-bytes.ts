import { nextTurn } from './slices.ts'

/** Joins pieces, a megabyte in each turn of the event loop. Most of the cost is new memory, not copying. */
export async function joinInTurns<B extends Buffer>(pieces: readonly B[]): Promise<B | Buffer<ArrayBuffer>> {
  const [only] = pieces
  if (pieces.length === 1) return only!
  const joined = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  let turnEnds = step
  for (const piece of pieces) {
    if (length > turnEnds) {
      await nextTurn()
      turnEnds = length + step
    }
    joined.set(piece, length)
    length += piece.length
  }
  return joined
}

const step = 1_048_576
