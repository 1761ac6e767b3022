/** Bytes of an answer that were not forwarded yet. */
export interface ByteBuffer {
  /** @returns Whether there is room for more. */
  push(bytes: Buffer): boolean
  /** All bytes so far, in order. */
  all(): readonly Buffer[]
  /** All bytes in order; the buffer is empty afterwards. */
  release(): readonly Buffer[]
}

/** @param most - Capacity in bytes. */
export function createByteBuffer(most: number): ByteBuffer {
  const pieces: Buffer[] = []
  let length = 0
  return {
    push(bytes) {
      // The network reuses its buffer.
      pieces.push(Buffer.from(bytes))
      length += bytes.length
      return length <= most
    },
    all: () => pieces,
    release: () => pieces.splice(0),
  }
}

/** Passes held bytes on. @param more - More bytes follow at once. */
export function forward(pieces: readonly Buffer[], listener: { onData(bytes: Buffer, more: boolean): void }, more: boolean): void {
  for (const [index, piece] of pieces.entries()) listener.onData(piece, more || index < pieces.length - 1)
}
