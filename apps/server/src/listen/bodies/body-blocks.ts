import { errorCodes } from 'fastify'
import { asFault, noRoom } from '@reason/gateway/errors'
import type { BodyPlace } from './body-memory.ts'

/** Bytes of a body as they arrive. Bytes are never moved to a larger buffer: copying megabytes in one step would delay other requests. */
export interface BodyBlocks {
  /** @returns Error if the bytes are refused, with a `statusCode`: 413 for too many bytes, 503 if there is no room. */
  push(piece: Uint8Array): Error | undefined
  /** Number of bytes so far. */
  length(): number
  /** All blocks in order. Small bodies are one block. */
  all(): readonly Buffer[]
}

/**
 * @param limit - Maximum size in bytes.
 * @param place - The request's memory account.
 * @param held - Other bytes that the request holds, which count in the account.
 * @param expected - Expected number of bytes, if known.
 */
export function createBodyBlocks(limit: number, place: BodyPlace, held = 0, expected = limit): BodyBlocks {
  const blocks: Buffer[] = []
  let taken = 0
  let length = 0
  return { push, length: () => length, all }

  function push(piece: Uint8Array): Error | undefined {
    if (length + piece.length > limit) return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    for (let from = 0; from < piece.length;) {
      if (length === taken) {
        const size = Math.max(1, Math.min(largest, Math.max(smallest, taken), expected - taken))
        if (!place.hold(held + taken + size)) return asFault(noRoom)
        blocks.push(Buffer.allocUnsafe(size))
        taken += size
      }
      const block = blocks.at(-1)!
      // Copied, because a piece is a view of the socket's read buffer.
      const part = piece.subarray(from, from + taken - length)
      block.set(part, block.length - (taken - length))
      from += part.length
      length += part.length
    }
    return undefined
  }

  function all(): readonly Buffer[] {
    const last = blocks.at(-1)
    if (last === undefined) return []
    const filled = [...blocks.slice(0, -1), last.subarray(0, last.length - (taken - length))]
    return length > largest || filled.length === 1 ? filled : [Buffer.concat(filled)]
  }
}

/** Minimum and maximum size of a block, in bytes. */
const smallest = 65_536
const largest = 1_048_576
