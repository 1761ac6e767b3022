import { isApiError, type ApiError } from '../clients/api-error.ts'
import { openaiChat as shape } from '../clients/openai-chat.ts'
import { sendError, sendJson } from '../relay/send.ts'
import { modelList } from '../upstream/model-list.ts'
import { errorFromUpstream, unusableAnswer } from '../relay/upstream-error.ts'
import type { Routes } from './routes.ts'

/** `GET /v1/models`: the upstream's own list, in OpenAI's shape, or the recordings. */
export const models: Routes = (app, services) => {
  app.get('/v1/models', (request, reply) => {
    const { config, upstream } = services
    const { models: list, id: format } = upstream.api
    reply.hijack()
    const response = reply.raw
    const client = services.access.identify(request.headers)
    if (isApiError(client)) return sendError(response, shape, client)
    if (list === undefined) return sendError(response, shape, noList(upstream.name, format))
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
        finish(() => sendError(response, shape, unusableAnswer(upstream.name, `is longer than ${config.answerLimit} bytes`)))
      },
      onEnd: () =>
        finish(() => {
          const body = Buffer.concat(pieces)
          if (status !== 200) sendError(response, shape, errorFromUpstream(status, head, body, upstream))
          else answer(body.toString('utf8'))
        }),
      onFailure: (failure) => finish(() => sendError(response, shape, failure)),
    })
    response.on('close', () => finish(() => exchange.abort()))

    function answer(text: string): void {
      if (list?.ids === undefined) return sendJson(response, 200, text)
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return sendError(response, shape, unusableAnswer(upstream.name, 'is no list of models'))
      }
      sendJson(response, 200, modelList(list.ids(body), upstream.provider ?? format))
    }

    function finish(act: () => void): void {
      if (over) return
      over = true
      act()
    }
  })
}

const noList = (name: string, format: string): ApiError => ({
  status: 501,
  type: 'invalid_request_error',
  code: 'not_supported',
  message: `The upstream ${name} speaks ${format}, which has no list of models. Name the model in the request as its provider does.`,
})
