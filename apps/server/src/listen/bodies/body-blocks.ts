import { errorCodes } from 'fastify'
import { asFault } from '@reason/gateway/errors'
import { noRoom, type BodyPlace } from './body-memory.ts'

/** Bytes of a body as they come. Nothing is ever moved to a larger place: copying megabytes in one step would hold up others. */
export interface BodyBlocks {
  /** @returns Why no more is taken: an error with a `statusCode`, 413 for too many bytes and 503 where there is no room. */
  push(piece: Uint8Array): Error | undefined
  /** So far. */
  length(): number
  /** In their order; one where they are few. */
  all(): readonly Buffer[]
}

/**
 * @param limit - Maximum size in bytes.
 * @param place - The request's account of memory. Its own share is added to what else the request holds.
 * @param held - Bytes that the request holds beside.
 * @param expected - Bytes that will come, as far as that is known.
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
      // A copy, as a piece is a view of what was read from the socket.
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

/** Bytes of memory taken at once, at least and at most. */
const smallest = 65_536
const largest = 1_048_576
