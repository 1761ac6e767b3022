/** Bytes of an answer that were not forwarded yet. */
export interface Held {
  /** @returns Whether there is room for more. */
  push(bytes: Buffer): boolean
  /** All of them in their order, so far. */
  all(): readonly Buffer[]
  /** All of them in their order, once. */
  release(): readonly Buffer[]
}

/** @param most - How many there is room for, in bytes. */
export function createHeld(most: number): Held {
  const pieces: Buffer[] = []
  let length = 0
  return {
    push(bytes) {
      // The network's buffer is used again.
      pieces.push(Buffer.from(bytes))
      length += bytes.length
      return length <= most
    },
    all: () => pieces,
    release: () => pieces.splice(0),
  }
}
