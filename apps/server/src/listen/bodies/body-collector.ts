import type { IncomingMessage } from 'node:http'
import { errorCodes } from 'fastify'
import { asFault, badRequest } from '@reason/gateway/errors'
import { nextTurn } from '@reason/gateway/host'
import { createBodyBlocks } from './body-blocks.ts'
import type { BodyPlace } from './body-memory.ts'

/**
 * Collects the bytes of a body.
 *
 * @param limit - Maximum size in bytes.
 * @param place - The request's memory account. Reading stops if there is no room.
 * @param done - Called once. Its error has a `statusCode`: 413 for too many bytes, 503 if there is no room, 400 for fewer bytes than announced or tiny pieces.
 */
export function collectBody(
  payload: IncomingMessage,
  limit: number,
  place: BodyPlace,
  done: (error: Error | null, blocks?: readonly Buffer[]) => void,
): void {
  const announced = Number(payload.headers['content-length'])
  if (announced > limit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  const blocks = createBodyBlocks(limit, place, 0, Number.isSafeInteger(announced) ? announced : limit)
  let pieces = 0
  payload.on('data', onData)
  payload.on('end', onEnd)
  payload.on('error', over)
  // Fastify may have paused the socket.
  payload.resume()

  function onData(piece: Buffer): void {
    const refused =
      blocks.push(piece) ??
      (++pieces > mostSmall && blocks.length() < pieces * small ? asFault(badRequest(tooSmall, null, inCrumbs)) : undefined)
    if (refused !== undefined) over(refused)
    else if (pieces > 1) waitsAfter(payload, piece.length)
  }

  function onEnd(): void {
    if (blocks.length() < announced) over(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else over(null)
  }

  function over(error: Error | null): void {
    payload.off('data', onData)
    payload.off('end', onEnd)
    payload.off('error', over)
    if (error === null) return done(null, blocks.all())
    payload.pause()
    done(Object.assign(error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 }))
  }
}

/** Bytes that all large bodies take in one turn of the event loop. The system may hold megabytes for each connection. */
const mostInTurn = 2_097_152
let inTurn = 0

/** Counts the bytes of a body. Stops reading until a later turn if bodies have taken many. */
function waitsAfter(payload: IncomingMessage, bytes: number): void {
  if (inTurn === 0) void nextTurn().then(() => (inTurn = 0))
  inTurn += bytes
  if (inTurn < mostInTurn) return
  payload.pause()
  void nextTurn().then(() => payload.resume())
}

/** Maximum number of pieces smaller than this many bytes on average. The parser calls back for each, 10,000 times in one read. */
const mostSmall = 4096
const small = 64
const tooSmall = `The body has more than ${mostSmall} chunks of fewer than ${small} bytes on average. Send it in larger chunks, or with a content-length.`

/** Code of the error for a body in pieces that are too small. */
export const inCrumbs = 'body_in_crumbs'
