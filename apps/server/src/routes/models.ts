import { sendError, sendJson } from '../relay/api-error.ts'
import { errorFromUpstream, unusableAnswer } from '../relay/upstream-error.ts'
import type { Routes } from './routes.ts'

/** `GET /v1/models`: the upstream's own list, or the recordings. */
export const models: Routes = (app, { config, upstream }) => {
  app.get('/v1/models', (request, reply) => {
    reply.hijack()
    const response = reply.raw
    const pieces: Buffer[] = []
    let length = 0
    let status = 0
    let head = {}
    let over = false
    const exchange = upstream.models(request.headers, {
      onHead(responseStatus, headers) {
        status = responseStatus
        head = headers
      },
      onData(bytes) {
        length += bytes.length
        pieces.push(bytes)
        if (length <= config.answerLimit) return
        exchange.abort()
        finish(() => sendError(response, unusableAnswer(upstream.name, `is longer than ${config.answerLimit} bytes`)))
      },
      onEnd: () =>
        finish(() => {
          const body = Buffer.concat(pieces)
          if (status === 200) sendJson(response, 200, body.toString('utf8'))
          else sendError(response, errorFromUpstream(status, head, body, upstream.name))
        }),
      onFailure: (failure) => finish(() => sendError(response, failure)),
    })
    response.on('close', () => finish(() => exchange.abort()))

    function finish(act: () => void): void {
      if (over) return
      over = true
      act()
    }
  })
}
