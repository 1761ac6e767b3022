import type { FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import { openaiChat as shape } from '../clients/openai-chat.ts'
import { asList, asObject } from '../json.ts'
import { unusableAnswer } from '../relay/upstream-error.ts'
import { sendError, sendJson } from '../relay/send.ts'
import { modelList } from '../upstream/model-list.ts'
import { replyOf } from '../upstream/reply.ts'
import type { Routes, Services } from './routes.ts'

/** `GET /v1/models`: the upstream's own list, in OpenAI's shape, or the recordings. `GET /v1/models/ID`: one of it. */
export const models: Routes = (app, services) => {
  app.get('/v1/models', async (request, reply) => {
    reply.hijack()
    const list = await listFor(request, reply.raw, services)
    if (isApiError(list)) sendError(reply.raw, shape, list)
    else sendJson(reply.raw, 200, list.text)
  })

  // Names have slashes, and clients encode them or not.
  app.get('/v1/models/*', async (request, reply) => {
    reply.hijack()
    const { '*': wanted } = request.params as { '*': string }
    const list = await listFor(request, reply.raw, services)
    if (isApiError(list)) return sendError(reply.raw, shape, list)
    const found = asList(asObject(parse(list.text))['data']).find((model) => asObject(model)['id'] === wanted)
    if (found === undefined) sendError(reply.raw, shape, unknownModel(wanted, services.upstream.name))
    else sendJson(reply.raw, 200, JSON.stringify(found))
  })
}

/** @returns As the upstream sent it, where that is OpenAI's shape already. */
async function listFor(request: FastifyRequest, response: ServerResponse, services: Services): Promise<{ text: string } | ApiError> {
  const { config, upstream, access } = services
  const { models: list, id: format } = upstream.api
  const client = access.identify(request.headers)
  if (isApiError(client)) return client
  if (list === undefined) return noList(upstream.name, format)
  const reply = await replyOf((listener) => upstream.models(request.headers, listener), upstream, config.answerLimit, response)
  if (isApiError(reply) || list.ids === undefined) return reply
  const body = parse(reply.text)
  if (body === undefined) return unusableAnswer(upstream.name, 'is no list of models')
  return { text: modelList(list.ids(body), upstream.provider ?? format) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const noList = (name: string, format: string): ApiError => ({
  status: 501,
  type: 'invalid_request_error',
  code: 'not_supported',
  message: `The upstream ${name} speaks ${format}, which has no list of models. Name the model in the request as its provider does.`,
})

const unknownModel = (id: string, name: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'model_not_found',
  param: 'model',
  message: `The upstream ${name} has no model ${JSON.stringify(id)}. GET /v1/models lists what there is.`,
})
