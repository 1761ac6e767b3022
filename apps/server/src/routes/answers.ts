import type { onRequestAsyncHookHandler, preValidationHookHandler } from 'fastify'
import { type ClientApi, clientApis } from '@reason/gateway/client-apis'
import { handle, type Head, inTurn, refusalByHeaders } from '@reason/gateway/host'
import { createResponseSink } from '../listen/response-sink.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** `POST` to the path of every API that clients speak: to the upstream and back, with reasoning apart from the answer. */
export const answers: Routes = (app, services) => {
  for (const api of clientApis) {
    const onRequest = beforeItsBody(() => api, api.path, services)
    app.post(api.path, { onRequest, preValidation: inItsTurn }, (incoming, reply) => {
      reply.hijack()
      const { id, headers: head, raw, body, log } = incoming
      const sink = createResponseSink(reply.raw, services.config.stallTimeout)
      return handle({ id, api, head, headLines: raw.headersDistinct, body: body as Buffer, sink, log }, services)
    })
  }
}

/** Its body has come. */
const inItsTurn: preValidationHookHandler = (_, __, done) => inTurn('request', done)

/** Refuses a client without a valid key, or over its request limit, before its body is read: such requests then cost no memory and no parsing. */
export function beforeItsBody(shapeOf: (head: Head) => ClientApi, path: string, services: Services): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const refusal = await refusalByHeaders(services, request.headers)
    if (refusal === undefined) return undefined
    services.governance.requestStarted(path).finished(refusal.status)
    request.log.info({ status: refusal.status, ...(typeof refusal.code === 'string' && { code: refusal.code }) }, 'refused')
    return refuse(reply, shapeOf(request.headers), refusal)
  }
}
