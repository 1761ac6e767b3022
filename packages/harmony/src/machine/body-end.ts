/** Number of examined characters of a body, and so of kept pieces. */
const longest = 16

/**
 * The last non-empty pieces of a body, in a ring buffer, so that a piece costs no copy. Before tokens that cannot be searched for in a stream, the last
 * characters may be a header, wherever it was cut.
 */
export interface BodyEnd {
  pieces: string[]
  count: number
}

export const createBodyEnd = (): BodyEnd => ({ pieces: [], count: 0 })

export function addPiece(end: BodyEnd, piece: string): void {
  if (piece !== '') end.pieces[end.count++ % longest] = piece.length > longest ? piece.slice(-longest) : piece
}

export function textOf({ pieces, count }: BodyEnd): string {
  const from = count % longest
  const inOrder = count < longest ? pieces.slice(0, count) : [...pieces.slice(from), ...pieces.slice(0, from)]
  return inOrder.join('').slice(-longest)
}
