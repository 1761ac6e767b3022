import type { IncomingMessage } from 'node:http'
import { errorCodes } from 'fastify'
import { asFault } from './api-error.ts'
import { noRoom, type BodyPlace } from './body-room.ts'

/**
 * Collects the bytes of a body.
 *
 * @param limit - Maximum size in bytes.
 * @param place - The request's account of memory. Reading stops when the room is full.
 * @param done - Called once. Its error has a `statusCode`: 413 for too many bytes, 503 where there is no room, 400 where fewer came than were announced.
 */
export function collectBody(
  payload: IncomingMessage,
  limit: number,
  place: BodyPlace,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const announced = Number(payload.headers['content-length'])
  if (announced > limit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  const most = Number.isSafeInteger(announced) ? announced : limit
  let collected: Buffer = Buffer.alloc(0)
  let length = 0
  payload.on('data', onData)
  payload.on('end', onEnd)
  payload.on('error', over)
  // Fastify may have paused the socket.
  payload.resume()

  function onData(piece: Buffer): void {
    const end = length + piece.length
    if (end > limit) return over(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    if (end > collected.length) {
      // Doubled as it comes: putting thirty megabytes together in one step would hold up the answers of others.
      const size = Math.max(end, Math.min(most, Math.max(smallest, 2 * collected.length)))
      if (!place.hold(size)) return over(asFault(noRoom))
      const larger = Buffer.allocUnsafe(size)
      collected.copy(larger, 0, 0, length)
      collected = larger
    }
    // A copy, as a piece is a view of what was read from the socket.
    piece.copy(collected, length)
    length = end
  }

  function onEnd(): void {
    if (length < announced) over(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else over(null, collected.subarray(0, length))
  }

  function over(error: Error | null, body?: Buffer): void {
    payload.off('data', onData)
    payload.off('end', onEnd)
    payload.off('error', over)
    if (error === null) return done(null, body)
    payload.pause()
    done(Object.assign(error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 }))
  }
}

/** Bytes of memory taken for a body at least, if as many were announced or nothing was. */
const smallest = 65_536
