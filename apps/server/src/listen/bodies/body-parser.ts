import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { onGone } from '../client-disconnect.ts'
import { lingerOnClose } from '../lingering-close.ts'
import { asFault } from '@reason/gateway/errors'
import { extractMedia } from '@reason/gateway/client-apis'
import { textLimit } from '@reason/gateway/host'
import type { BodyPlace, BodyRoom } from './body-memory.ts'
import { collectBody, inCrumbs } from './body-collector.ts'
import { createBodyDecoder } from './content-decoding.ts'

/** Memory accounts of the requests that take some of the room. */
const places = new WeakMap<IncomingMessage, BodyPlace>()

type BodyParser = (request: FastifyRequest, payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void) => void

/** Collects and decompresses bodies, up to the limit of their route. Bodies stay bytes: most are forwarded unchanged. */
export function createBodyParser(room: BodyRoom): BodyParser {
  const decodeBody = createBodyDecoder()
  return (request, payload, done) => {
    const limit = request.routeOptions.bodyLimit
    const place = room.open()
    collectBody(payload, limit, place, (failure, collected) => {
      if (failure !== null) return over(failure)
      decodeBody(request.headers['content-encoding'], collected!, limit, place, (error, blocks) => {
        if (error !== null) return over(error)
        // A large body has at least two blocks.
        if (blocks!.length < 2) return over(null, blocks![0] ?? Buffer.alloc(0))
        extractMedia(blocks!, textLimit(limit)).then((body) => (Buffer.isBuffer(body) ? over(null, body) : over(asFault(body))), over)
      })
    })

    function over(error: Error | null, body?: Buffer): void {
      if (error !== null) {
        place.leave()
        // Reading the rest of such a body would cost as much as its beginning.
        lingerOnClose(request.raw, (error as NodeJS.ErrnoException).code === inCrumbs ? 0 : undefined)
      } else if (place.isCounted()) places.set(request.raw, place)
      done(error, body)
    }
  }
}

/** Frees the memory account of a request when its answer ends. */
export function releaseBody(request: IncomingMessage, response: ServerResponse): void {
  const place = places.get(request)
  if (place !== undefined) onGone(response, place.leave)
}
