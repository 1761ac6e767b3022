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
  const pieces: Buffer[] = []
  let length = 0
  payload.on('data', onData)
  payload.on('end', onEnd)
  payload.on('error', over)
  // Fastify may have paused the socket.
  payload.resume()

  function onData(piece: Buffer): void {
    length += piece.length
    if (length > limit) return over(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    if (!place.hold(length)) return over(asFault(noRoom))
    pieces.push(piece)
  }

  function onEnd(): void {
    if (length < announced) over(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    // A copy: a piece is a view of what was read from the socket.
    else over(null, Buffer.concat(pieces))
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
