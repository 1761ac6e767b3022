import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRecord } from '@reason/keys'
import { anthropicMessages, mayAsk, openaiChat } from '@reason/gateway/client-apis'
import { type ApiError, isApiError, notSupported } from '@reason/gateway/errors'
import { asList, asObject, type Json, parseJson } from '@reason/gateway/json'
import { allModels, orFault, sendError, sendJson } from '@reason/gateway/host'
import { idsOf, isOpenai, modelList, readList, replyOf } from '@reason/gateway/upstreams'
import { permitFor } from '../access/permit.ts'
import { anthropicModel, anthropicModelList } from './anthropic-models.ts'
import { createResponseSink } from '../listen/response-sink.ts'
import type { Routes, Services } from './routes.ts'

/**
 * `GET /v1/models`: the upstream's own list, in OpenAI's shape, or the recordings; of several upstreams what they have together. Of all that
 * the models that the client's key may ask. `GET /v1/models/ID`: one of it. Both in Anthropic's shape for its clients, which send its version.
 */
export const models: Routes = (app, services) => {
  app.get('/v1/models', (request, reply) => answer(request, reply, (list) => list, anthropicModelList))

  // Names have slashes, and clients encode them or not.
  app.get('/v1/models/*', (request, reply) => {
    const id = (request.params as { '*': string })['*']
    return answer(request, reply, ({ text }) => oneOf(text, id), anthropicModel)
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (list: Listed) => Listed | ApiError,
    anthropic: (found: unknown) => Json,
  ): Promise<void> {
    reply.hijack()
    const isAnthropic = request.headers['anthropic-version'] !== undefined
    const permit = permitFor(services.access, request.headers, reply.raw)
    const listed = await orFault(async () => {
      const list = await listFor(request, permit.signal, services)
      return isApiError(list) ? list : read(list)
    }, request.log)
    permit.end()
    const found = permit.takenBack() ?? listed
    const sink = createResponseSink(reply.raw, services.config.stallTimeout)
    if (isApiError(found)) sendError(sink, isAnthropic ? anthropicMessages : openaiChat, found)
    else sendJson(sink, 200, isAnthropic ? JSON.stringify(anthropic(parseJson(found.text))) : found.text, found.headers)
  }

  function oneOf(list: string, wanted: string): Listed | ApiError {
    const found = asList(asObject(parseJson(list))['data']).find((model) => asObject(model)['id'] === wanted)
    if (found !== undefined) return { text: JSON.stringify(found), headers: {} }
    return unknownModel(wanted, services.routing === undefined ? `The upstream ${services.first.upstream.name} has` : 'The upstreams have')
  }
}

interface Listed {
  text: string
  headers: Record<string, string>
}

async function listFor(request: FastifyRequest, left: AbortSignal, services: Services): Promise<Listed | ApiError> {
  const client = services.access.identify(request.headers)
  if (isApiError(client)) return client
  const { key } = client
  const limited = await services.governance.limited(key)
  if (limited !== undefined) return limited
  const list = await (services.routing === undefined ? listOfOne(services, request, left) : listOfAll(services, request, left))
  return isApiError(list) || key?.models === undefined ? list : { ...list, text: onlyFor(key, list.text) }
}

/** Fields beside the list go, too: llama.cpp has its models there once more. */
function onlyFor(key: KeyRecord, text: string): string {
  const data = asList(asObject(parseJson(text))['data']).filter((model) => {
    const { id } = asObject(model)
    return typeof id === 'string' && mayAsk(key, id)
  })
  return JSON.stringify({ object: 'list', data })
}

/** As the upstream sent it, where that is OpenAI's shape already. */
async function listOfOne(
  { config, first: { upstream } }: Services,
  request: FastifyRequest,
  left: AbortSignal,
): Promise<Listed | ApiError> {
  const { models: list, id: format } = upstream.api
  if (list === undefined) return noList(upstream.name, format)
  const ask: Parameters<typeof replyOf>[0] = (listener) => upstream.models(request.headers, listener)
  const reply = await replyOf(ask, upstream, config.answerLimit, left, undefined, readList(upstream))
  if (isApiError(reply)) return reply
  if (isOpenai(list)) return { text: reply.text, headers: {} }
  const ids = idsOf(reply.text, upstream)
  const owner = upstream.provider ?? format
  return Array.isArray(ids) ? { text: modelList(ids.map((id) => ({ id, owner }))), headers: {} } : ids
}

async function listOfAll({ config, backends }: Services, request: FastifyRequest, left: AbortSignal): Promise<Listed | ApiError> {
  const { models: found, missing } = await allModels(config, backends, request.headers, left)
  if (missing.length === backends.size) return missing[0]!.error
  const names = missing.map(({ upstream }) => upstream.replaceAll(/[^\u0020-\u007E]/g, '?')).join(', ')
  return { text: modelList(found), headers: names === '' ? {} : { 'x-reason-models-missing': names } }
}

const noList = (name: string, format: string): ApiError =>
  notSupported(`The upstream ${name} speaks ${format}, which has no list of models. Name the model in the request as its provider does.`)

const unknownModel = (id: string, whoHas: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'model_not_found',
  param: 'model',
  message: `${whoHas} no model ${JSON.stringify(id)}. GET /v1/models lists what there is.`,
})
