import type { IncomingMessage } from 'node:http'
import { errorCodes } from 'fastify'
import { asFault } from './api-error.ts'
import { noRoom, type BodyPlace } from './body-room.ts'

/**
 * All bytes of a body, as they come.
 *
 * @param limit - The most, in bytes.
 * @param place - Where they are held. Nothing is read any more once it has no room.
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
  // An idle socket would be paused for ever.
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
