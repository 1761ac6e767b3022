/** Gives bytes as an upstream does: in memory that holds something else as soon as the reader has returned. */
export function lend<T>(bytes: Uint8Array, read: (lent: Buffer) => T): T {
  const lent = Buffer.from(bytes)
  try {
    return read(lent)
  } finally {
    lent.fill('#')
  }
}
