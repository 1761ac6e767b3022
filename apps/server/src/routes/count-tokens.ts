import { modelRefusal } from '../access/access.ts'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import { anthropicMessages as shape } from '../clients/anthropic-messages.ts'
import { parseRequest } from '../clients/client-request.ts'
import { secretOf } from '../governance/seals.ts'
import { leastVisible } from '../governance/wishes.ts'
import { asObject } from '../json.ts'
import { sendError, sendJson } from '../relay/send.ts'
import { named } from '../routing/address.ts'
import { errorOfRefusal } from '../routing/refusal.ts'
import type { Backend } from '../upstream/backend.ts'
import { forClient } from '../upstream/headers.ts'
import { replyOf } from '../upstream/reply.ts'
import { beforeItsBody, orFault } from './answers.ts'
import type { Routes, Services } from './routes.ts'
import type { FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'

const path = '/v1/messages/count_tokens'

/** `POST /v1/messages/count_tokens`: Anthropic's, where the upstream speaks its API. Nobody else counts as it does, so that nothing is made up. */
export const countTokens: Routes = (app, services) => {
  app.post(path, { onRequest: beforeItsBody(shape, path, services) }, async (request, reply) => {
    reply.hijack()
    const timer = services.governance.requestStarted(path, request.headers)
    const counted = await orFault(() => count(request, reply.raw, services), request.log)
    // Nobody is there to be told.
    if (reply.raw.destroyed) return timer.finished('aborted')
    timer.finished(isApiError(counted) ? counted.status : 200)
    if (isApiError(counted)) sendError(reply.raw, shape, counted)
    else sendJson(reply.raw, 200, counted.text, counted.headers)
  })
}

interface Counted {
  headers: Record<string, string | string[]>
  text: string
}

async function count({ headers, body }: FastifyRequest, response: ServerResponse, services: Services): Promise<Counted | ApiError> {
  const { config, access, governance } = services
  const client = access.identify(headers)
  if (isApiError(client)) return client
  const bytes = body as Buffer
  const parsed = parseRequest(shape, bytes)
  if (isApiError(parsed)) return parsed
  const forbidden = modelRefusal(client.key, parsed.model)
  if (forbidden !== undefined) return forbidden
  const limited = await governance.limited(client.key)
  if (limited !== undefined) return limited
  const asked = whoCounts(parsed.model, services)
  if (isApiError(asked)) return asked
  const { upstream, clients } = asked.backend
  if (upstream.api.id !== shape.id) return nobodyCounts(upstream.name, upstream.api.id)
  const sealing = governance.sealingOf(parsed, client.key)
  const { request, bytes: own } = named({ request: { ...parsed, ...(sealing !== undefined && { sealing }) }, bytes }, asked.model)
  const written = clients[shape.id].requests.write(request, own)
  if (isApiError(written)) return written
  const sent = written.body === bytes ? bytes : countable(written.body)
  const reply = await replyOf(
    (listener) => upstream.tell(`${upstream.api.path(request.model, false)}/count_tokens`, sent, headers, listener),
    upstream,
    config.answerLimit,
    response,
    () => secretOf(leastVisible(config.visibility, client.key?.visibility), sealing),
  )
  return isApiError(reply) ? reply : { headers: forClient(reply.headers), text: reply.text }
}

/** Of several upstreams the first that counts, of those that would answer: it costs nothing, so that none is kept waiting for a place. */
function whoCounts(model: string, { routing, backends, first }: Services): { backend: Backend; model: string } | ApiError {
  if (routing === undefined) return { backend: first, model }
  const { candidates, refusal } = routing.route({ model })
  if (refusal !== undefined) return errorOfRefusal(refusal)
  const taken = candidates.flatMap(({ verdict, upstream, model: own }) =>
    verdict === 'taken' ? [{ backend: backends.get(upstream)!, model: own }] : [],
  )
  return taken.find(({ backend }) => backend.upstream.api.id === shape.id) ?? taken[0]!
}

/** Fields of a request for an answer that a request for a count has not. */
const ofAnswers = ['max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier']

/** Written anew, with what had travelled sealed. */
function countable(body: Buffer): Buffer {
  const fields = Object.entries(asObject(JSON.parse(body.toString('utf8'))))
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.filter(([field]) => !ofAnswers.includes(field)))))
}

const nobodyCounts = (name: string, format: string): ApiError => ({
  status: 501,
  type: 'invalid_request_error',
  code: 'not_supported',
  message: `The upstream ${name} speaks ${format}, which does not count tokens beforehand. The usage of an answer says what it took.`,
})
