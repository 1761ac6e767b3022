/** How much text is read at once. */
export const bytesAtOnce = 8_388_608

/** Keys of rows in pieces, in order: each of rows that are read at once, and of one at least, however long it is. */
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
