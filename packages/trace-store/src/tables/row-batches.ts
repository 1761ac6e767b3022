/** Maximum size of the texts that are read, and written in an export, in one step of the event loop. */
export const bytesAtOnce = 1_048_576

/** Splits keys into pieces of rows that are read together. Each piece has at least one row, however long it is. */
export function piecesOf<K extends { bytes: number }>(keys: readonly K[]): K[][] {
  const pieces: K[][] = []
  let left = 0
  for (const key of keys) {
    if (pieces.length === 0 || key.bytes > left) {
      pieces.push([])
      left = bytesAtOnce
    }
    pieces.at(-1)!.push(key)
    left -= key.bytes
  }
  return pieces
}
