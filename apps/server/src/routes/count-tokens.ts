import type { FastifyRequest } from 'fastify'
import { anthropicMessages as shape } from '../clients/anthropic-messages.ts'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import { parseRequest } from '../clients/client-request.ts'
import { asObject, isObject, parseJson, type Json } from '../json.ts'
import { unusableAnswer } from '../relay/upstream-error.ts'
import { named } from '../routing/address.ts'
import type { Backend } from '../upstream/backend.ts'
import type { ReadReply } from '../upstream/reply.ts'
import { estimateInput } from './input-estimate.ts'
import { admitted, askBeside, postBeside, tell, type Said, type Taker } from './beside.ts'
import type { Routes, Services } from './routes.ts'

/** `POST /v1/messages/count_tokens`: Anthropic's, where the upstream speaks its API. Before others it is an estimate, and marked as one: Claude Code asks before each step. */
export const countTokens: Routes = (app, services) =>
  postBeside(app, services, shape, '/v1/messages/count_tokens', (request, left) => count(request, left, services))

async function count(request: FastifyRequest, left: AbortSignal, services: Services): Promise<Said | ApiError> {
  const client = await admitted(request, services, (body) => parseRequest(shape, body))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
  const estimate = (): Said => estimated(asked.json)
  return askBeside({ model: asked.model, can, nobodyCan: estimate, ask }, request, left, services)

  async function ask(taker: Taker): Promise<Said | ApiError> {
    const { backend, model } = taker
    const { upstream, clients } = backend
    const sealing = services.governance.sealingOf(asked, key)
    const bytes = request.body as Buffer
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const written = clients[shape.id].requests.write(own.request, own.bytes)
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : countable(written.body)
    const path = `${upstream.api.path(own.request.model, false)}/count_tokens`
    const read: ReadReply = (text) => onlyCounts(text) ?? unusableAnswer(upstream.name, 'is no count of tokens')
    const said = await tell(taker, { path, body, visibility, sealing, ...(visibility !== 'full' && { read }) }, request, left, services)
    return isApiError(said) && lacksPath(said) ? estimate() : said
  }
}

/** For whoever may not see all that was counted: the request held what travelled sealed, and an upstream may repeat it. */
function onlyCounts(text: string): string | undefined {
  const counts = countsIn(parseJson(text))
  return typeof counts['input_tokens'] === 'number' ? JSON.stringify(counts) : undefined
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

/** Fields of a request for an answer that a request for a count has not. */
const ofAnswers = ['max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier']

/** Written anew, with what had travelled sealed. */
function countable(body: Buffer): Buffer {
  const fields = Object.entries(asObject(JSON.parse(body.toString('utf8'))))
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.filter(([field]) => !ofAnswers.includes(field)))))
}

/** It speaks the API, and has not all of it. A model that is not there is another matter. */
const lacksPath = ({ status, code, type }: ApiError): boolean =>
  (status === 404 || status === 405 || status === 501) &&
  ![code, type].some((word) => word === 'not_found_error' || word === 'model_not_found')

/** The official clients overlook what they do not know. */
const estimated = (json: Json): Said => ({
  headers: { 'x-reason-estimate': 'input_tokens' },
  text: JSON.stringify({ input_tokens: estimateInput(json), estimated: true }),
})
