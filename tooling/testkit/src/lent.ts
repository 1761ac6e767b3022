/** Passes bytes to a reader in a buffer that is overwritten when the reader returns, as the buffers of an upstream are. */
export function lend<T>(bytes: Uint8Array, read: (lent: Buffer) => T): T {
  const lent = Buffer.from(bytes)
  try {
    return read(lent)
  } finally {
    lent.fill('#')
  }
}
