import type { FastifyRequest } from 'fastify'
import { anthropicMessages, type ClientApi, estimateInput, openaiResponses } from '@reason/gateway/client-apis'
import { type ApiError, isApiError, unusableAnswer } from '@reason/gateway/errors'
import { asObject, isObject, type Json, parseJson } from '@reason/gateway/json'
import { type Backend, named } from '@reason/gateway/host'
import type { ReadReply } from '@reason/gateway/upstreams'
import { admitted, askBeside, parseStyled, postBeside, tell, type Said, type Taker } from './auxiliary-calls.ts'
import { withFieldsOf } from './request-fields.ts'
import type { Routes, Services } from './routes.ts'

/** How tokens are counted in an API. */
interface Counter {
  shape: ClientApi
  /** Behind the path of answers. */
  path: string
  /** Of a request for an answer, whether one for a count has it. */
  isTaken(field: string): boolean
  /** Beside the number. */
  beside: Json
}

const ofAnswers = ['max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier']

/** `InputTokenCountParams` of openai 6.49.0. */
const ofCounts =
  'conversation input instructions model parallel_tool_calls personality previous_response_id reasoning text tool_choice tools truncation'.split(
    ' ',
  )

const counters: readonly Counter[] = [
  { shape: anthropicMessages, path: '/count_tokens', isTaken: (field) => !ofAnswers.includes(field), beside: {} },
  {
    shape: openaiResponses,
    path: '/input_tokens',
    isTaken: (field) => ofCounts.includes(field),
    beside: { object: 'response.input_tokens' },
  },
]

/**
 * `POST /v1/messages/count_tokens` and `POST /v1/responses/input_tokens`, where the upstream speaks the API. Before others the number is an
 * estimate, and marked as one: Claude Code asks before each step.
 */
export const countTokens: Routes = (app, services) => {
  for (const counter of counters)
    postBeside(app, services, counter.shape, counter.shape.path + counter.path, (request, left) => count(counter, request, left, services))
}

async function count(
  { shape, path: suffix, isTaken, beside }: Counter,
  request: FastifyRequest,
  left: AbortSignal,
  services: Services,
): Promise<Said | ApiError> {
  const client = await admitted(request, services, (body) => parseStyled(shape, body, request, services))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
  const estimate = (): Said => estimated(asked.json, beside)
  return askBeside({ model: asked.model, can, nobodyCan: estimate, ask }, request, left, services)

  async function ask(taker: Taker): Promise<Said | ApiError> {
    const { backend, model } = taker
    const { upstream, clients } = backend
    const sealing = services.governance.sealingOf(asked, key)
    const bytes = request.body as Buffer
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const written = clients[shape.id].requests.write(own.request, own.bytes)
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : await withFieldsOf(written.body, isTaken)
    const path = upstream.api.path(own.request.model, false) + suffix
    const read: ReadReply = (text) => onlyCounts(text, beside) ?? unusableAnswer(upstream.name, 'is no count of tokens')
    const question = { path, body, media: asked.media, visibility, sealing, ...(visibility !== 'full' && { read }) }
    const said = await tell(taker, question, request, left, services)
    return isApiError(said) && lacksPath(said) ? estimate() : said
  }
}

/** For whoever may not see all that was counted: the request held what travelled sealed, and an upstream may repeat it. */
function onlyCounts(text: string, beside: Json): string | undefined {
  const counts = countsIn(parseJson(text))
  return typeof counts['input_tokens'] === 'number' ? JSON.stringify({ ...beside, ...counts }) : undefined
}

/** Numbers with names of fields, and those of objects among them: `context_management` is one. */
function countsIn(value: unknown, depth = 1): Json {
  const fields = Object.entries(asObject(value)).flatMap(([name, one]): [string, unknown][] => {
    if (!/^\w{1,64}$/.test(name)) return []
    if (isObject(one) && depth > 0) return [[name, countsIn(one, depth - 1)]]
    return typeof one === 'number' ? [[name, one]] : []
  })
  return Object.fromEntries(fields)
}

/** It speaks the API, and has not all of it. A model that is not there is another matter. */
const lacksPath = ({ status, code, type }: ApiError): boolean =>
  (status === 404 || status === 405 || status === 501) &&
  ![code, type].some((word) => word === 'not_found_error' || word === 'model_not_found')

/** The official clients overlook what they do not know. */
const estimated = (json: Json, beside: Json): Said => ({
  headers: { 'x-reason-estimate': 'input_tokens' },
  text: JSON.stringify({ ...beside, input_tokens: estimateInput(json), estimated: true }),
})
