import type { onRequestHookHandler, preValidationHookHandler } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { inTurn, refusalByHeaders, routes } from '@reason/gateway/host'
import { createResponseSink } from '../listen/response-sink.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** Routes of the gateway's client APIs: models, and their auxiliary calls. */
export const answers: Routes = (app, services) => {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: beforeItsBody(route, services),
      preValidation: inItsTurn,
      handler(request, reply) {
        reply.hijack()
        const { id, headers: head, raw, body, log, params } = request
        const name = (params as { '*'?: string })['*'] ?? ''
        const sink = createResponseSink(reply.raw, services.config.stallTimeout)
        return route.handle({ id, head, headLines: raw.headersDistinct, body: body as Buffer, name, sink, log }, services)
      },
    })
  }
}

/** Gives the request its turn of the event loop, after its body has arrived. */
const inItsTurn: preValidationHookHandler = (_, __, done) => inTurn('request', done)

/** Refuses a client without a valid key, or over its request limit, before its body is read. Such requests then cost no memory and no parsing. */
function beforeItsBody({ path, shapeOf }: (typeof routes)[number], services: Services): onRequestHookHandler {
  return (request, reply, done) => {
    const known = refusalByHeaders(services, request.headers)
    if (known instanceof Promise) known.then(goOn).catch(done)
    else goOn(known)

    function goOn(refusal: ApiError | undefined): void {
      if (refusal === undefined) return done()
      services.governance.requestStarted(path).finished(refusal.status)
      request.log.info({ status: refusal.status, ...(typeof refusal.code === 'string' && { code: refusal.code }) }, 'refused')
      void refuse(reply, shapeOf(request.headers), refusal)
    }
  }
}
