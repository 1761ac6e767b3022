/** Characters of a body that are looked at, and pieces that hold them. */
const longest = 16

/**
 * The last pieces of a body, in a ring, none of them empty: a piece costs no copy. Behind tokens that no stream can be searched for, its last
 * characters may be a header, however it was cut.
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
