import type { KeyRecord } from '@reason/keys'
import { openaiChat } from '../client-apis/chat-completions/chat-completions.ts'
import { mayAsk } from '../client-apis/client-access.ts'
import { anthropicMessages } from '../client-apis/messages/messages.ts'
import { allModels, listReply } from '../dispatch/model-lists.ts'
import { badRequest, isApiError, notSupported, type ApiError } from '../errors/api-error.ts'
import type { Runtime } from '../exchange.ts'
import type { Head } from '../head.ts'
import { asList, asObject, parseJson } from '../json.ts'
import { idsOf, isOpenai, modelList } from '../upstreams/model-list.ts'
import { anthropicModel, anthropicModelList } from './anthropic-models.ts'
import type { AuxiliaryCall, AuxiliaryReply } from './auxiliary-call.ts'

const path = '/v1/models'

/** True for Anthropic clients, which send the version of its API. */
const isAnthropic = (head: Head): boolean => head['anthropic-version'] !== undefined

const shapeOf: AuxiliaryCall['shapeOf'] = (head) => (isAnthropic(head) ? anthropicMessages : openaiChat)

/**
 * Lists the models that the client's key may use, in OpenAI's or Anthropic's format. The list is the upstream's own, or that of the
 * recordings. For several upstreams, it is the union of their lists.
 */
export const models: AuxiliaryCall = {
  method: 'GET',
  path,
  shapeOf,
  async ask({ head }, left, runtime) {
    const list = await listFor(head, left, runtime)
    return isApiError(list) || !isAnthropic(head) ? list : { ...list, text: JSON.stringify(anthropicModelList(parseJson(list.text))) }
  },
}

/** A single model of the list. Names may contain slashes, which clients may or may not encode. */
export const modelByName: AuxiliaryCall = {
  method: 'GET',
  path: `${path}/*`,
  shapeOf,
  async ask({ head, name }, left, runtime) {
    const list = await listFor(head, left, runtime)
    if (isApiError(list)) return list
    const found = asList(asObject(parseJson(list.text))['data']).find((model) => asObject(model)['id'] === name)
    if (found !== undefined) return { text: JSON.stringify(isAnthropic(head) ? anthropicModel(found) : found), headers: {} }
    return unknownModel(name, runtime.routing === undefined ? `The upstream ${runtime.first.upstream.name} has` : 'The upstreams have')
  },
}

async function listFor(head: Head, left: AbortSignal, runtime: Runtime): Promise<AuxiliaryReply<string> | ApiError> {
  const client = runtime.access.identify(head)
  if (isApiError(client)) return client
  const { key } = client
  const list = await (runtime.routing === undefined ? listOfOne(runtime, head, left) : listOfAll(runtime, head, left))
  return isApiError(list) || key?.models === undefined ? list : { ...list, text: onlyFor(key, list.text) }
}

/** Filters the list by key. Other fields are dropped, because llama.cpp repeats its models there. */
function onlyFor(key: KeyRecord, text: string): string {
  const data = asList(asObject(parseJson(text))['data']).filter((model) => {
    const { id } = asObject(model)
    return typeof id === 'string' && mayAsk(key, id)
  })
  return JSON.stringify({ object: 'list', data })
}

/** The list of a single upstream, unchanged if it has OpenAI's format. */
async function listOfOne(
  { config, first: { upstream } }: Runtime,
  head: Head,
  left: AbortSignal,
): Promise<AuxiliaryReply<string> | ApiError> {
  const { models: list, id: format } = upstream.api
  if (list === undefined) return noList(upstream.name, format)
  const reply = await listReply(upstream, { headers: head, limit: config.answerLimit, left }, 'alone')
  if (isApiError(reply)) return reply
  if (isOpenai(list)) return { text: reply.text, headers: {} }
  const ids = idsOf(reply.text, upstream)
  const owner = upstream.provider ?? format
  return Array.isArray(ids) ? { text: modelList(ids.map((id) => ({ id, owner }))), headers: {} } : ids
}

async function listOfAll({ config, backends }: Runtime, head: Head, left: AbortSignal): Promise<AuxiliaryReply<string> | ApiError> {
  const { models: found, missing } = await allModels(config, backends, head, left)
  if (missing.length === backends.size) return missing[0]!.error
  const names = missing.map(({ upstream }) => upstream.replaceAll(/[^\u0020-\u007E]/g, '?')).join(', ')
  return { text: modelList(found), headers: names === '' ? {} : { 'x-reason-models-missing': names } }
}

const noList = (name: string, format: string): ApiError =>
  notSupported(`The upstream ${name} speaks ${format}, which has no list of models. Name the model in the request as its provider does.`)

const unknownModel = (id: string, whoHas: string): ApiError =>
  badRequest(`${whoHas} no model ${JSON.stringify(id)}. GET /v1/models lists the models.`, 'model', 'model_not_found', 404)
