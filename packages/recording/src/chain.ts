/** Yields the pieces, and then the rest of an input. Leaving a loop over the result closes the input. */
export async function* chain(pieces: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) if (piece.length > 0) yield piece
  yield* rest
}
