import { auxiliaryCalls, handleAuxiliary } from '@reason/gateway/host'
import { createResponseSink } from '../listen/response-sink.ts'
import { beforeItsBody } from './answers.ts'
import type { Routes } from './routes.ts'

/** Paths beside those of answers: lists of models, counts of tokens, embeddings, compactions. */
export const auxiliary: Routes = (app, services) => {
  for (const call of auxiliaryCalls) {
    const { method, path } = call
    app.route({
      method,
      url: path,
      onRequest: beforeItsBody(call.shapeOf, path, services),
      handler(request, reply) {
        reply.hijack()
        const { id, headers: head, raw, body, log, params } = request
        const name = (params as { '*'?: string })['*'] ?? ''
        const sink = createResponseSink(reply.raw, services.config.stallTimeout)
        return handleAuxiliary(call, { id, head, headLines: raw.headersDistinct, body: body as Buffer, name, sink, log }, services)
      },
    })
  }
}
