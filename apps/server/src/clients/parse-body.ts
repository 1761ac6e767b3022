import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { onGone } from '../relay/gone.ts'
import { asFault } from './api-error.ts'
import { noRoom, type BodyPlace, type BodyRoom } from './body-room.ts'
import { collectBody } from './collect-body.ts'
import { createBodyDecoder } from './decode-body.ts'

/** Accounts of memory, by the request whose body they hold. */
const places = new WeakMap<IncomingMessage, BodyPlace>()

type BodyParser = (request: FastifyRequest, payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void) => void

/** Collects and decompresses bodies, up to the limit of their route. Bodies stay bytes: most are forwarded unchanged. */
export function createBodyParser(room: BodyRoom): BodyParser {
  const decodeBody = createBodyDecoder()
  return (request, payload, done) => {
    const limit = request.routeOptions.bodyLimit
    const place = room.open()
    places.set(request.raw, place)
    collectBody(payload, limit, place, (failure, collected) => {
      if (failure !== null) return over(failure)
      decodeBody(request.headers['content-encoding'], collected!, limit, (error, body) =>
        error === null && !place.hold(body!.length) ? over(asFault(noRoom)) : over(error, body),
      )
    })

    function over(error: Error | null, body?: Buffer): void {
      if (error !== null) place.leave()
      done(error, body)
    }
  }
}

/** Frees the memory account of a request when its answer ends. */
export function releaseBody(request: IncomingMessage, response: ServerResponse): void {
  const place = places.get(request)
  if (place?.isLarge() === true) onGone(response, place.leave)
}
