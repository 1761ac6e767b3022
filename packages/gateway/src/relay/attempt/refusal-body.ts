/** Bytes of an error body that are read at most. */
const errorLimit = 1_048_576

/** Collects the body of an error response. */
export interface RefusalBody {
  /** @returns False: the body is longer than what is read. */
  add(bytes: Buffer): boolean
  whole(): Buffer
}

export function createRefusalBody(): RefusalBody {
  const pieces: Buffer[] = []
  let length = 0

  return {
    add(bytes) {
      length += bytes.length
      pieces.push(Buffer.from(bytes))
      return length <= errorLimit
    },
    whole: () => Buffer.concat(pieces),
  }
}
