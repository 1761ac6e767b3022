import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { KeyRecord, Visibility } from '@reason/keys'
import { outcomeOf, routingConfig } from '@reason/routing'
import { modelRefusal } from '../access/access.ts'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import type { ClientApi } from '../clients/client-api.ts'
import type { Asked, Sealing } from '../clients/client-request.ts'
import { rulesFor } from '../config/routing-rules.ts'
import { secretOf } from '../governance/seals.ts'
import { leastVisible } from '../governance/wishes.ts'
import { sendError, sendJson } from '../relay/send.ts'
import { answeredBy } from '../routing/answered-by.ts'
import { errorOfRefusal } from '../routing/refusal.ts'
import type { Backend } from '../upstream/backend.ts'
import { bringsKey, forClient } from '../upstream/headers.ts'
import { replyOf } from '../upstream/reply.ts'
import { beforeItsBody, orFault } from './answers.ts'
import type { Services } from './routes.ts'

/** What an upstream says where no answer of a model is asked for: as it came. */
export interface Said {
  headers: Record<string, string | string[]>
  text: string
}

/** `POST` to a path where no model answers. @param ask - Asks the upstream. */
export function postBeside(
  app: FastifyInstance,
  services: Services,
  shape: ClientApi,
  path: string,
  ask: (request: FastifyRequest, response: ServerResponse) => Promise<Said | ApiError>,
): void {
  app.post(path, { onRequest: beforeItsBody(shape, path, services) }, async (request, reply) => {
    reply.hijack()
    const timer = services.governance.requestStarted(path, request.headers)
    const said = await orFault(() => ask(request, reply.raw), request.log)
    // Nobody is there to be told.
    if (reply.raw.destroyed) return timer.finished('aborted')
    timer.finished(isApiError(said) ? said.status : 200)
    if (isApiError(said)) sendError(reply.raw, shape, said)
    else sendJson(reply.raw, 200, said.text, said.headers)
  })
}

/** A request that may be asked. */
export interface Admitted<A> {
  asked: A
  key: KeyRecord | undefined
  /** How much of a model's thoughts whoever asks may see. */
  visibility: Visibility
}

/** @returns Why it may not be asked, where it may not. */
export async function admitted<A extends Asked>(
  { headers, body }: FastifyRequest,
  { access, config, governance }: Services,
  parse: (body: Buffer) => A | ApiError,
): Promise<Admitted<A> | ApiError> {
  const client = access.identify(headers)
  if (isApiError(client)) return client
  const { key } = client
  const asked = parse(body as Buffer)
  if (isApiError(asked)) return asked
  const visibility = leastVisible(config.visibility, key?.visibility)
  return modelRefusal(key, asked.model) ?? (await governance.limited(key)) ?? { asked, key, visibility }
}

/** Who is asked, and what the model is called there. */
export interface Taker {
  backend: Backend
  model: string
}

/** What is asked of an upstream beside answers. */
export interface Question {
  /** As its client says it. */
  model: string
  /** Whether an upstream has an answer to it at all. */
  can(backend: Backend): boolean
  /** Where none has. */
  nobodyCan(first: Backend): ApiError
  ask(taker: Taker): Promise<Said | ApiError>
}

/**
 * Asks the upstream; of several the first that can, of those that would answer, and the next ones as long as they fail. It takes no place there, so that none
 * is waited for, and none is asked twice.
 */
export async function askBeside(
  { model, can, nobodyCan, ask }: Question,
  { headers }: FastifyRequest,
  response: ServerResponse,
  { routing, backends, first, config }: Services,
): Promise<Said | ApiError> {
  if (routing === undefined) return can(first) ? ask({ backend: first, model }) : nobodyCan(first)
  const { attempts, withinMs } = routingConfig.parse({ ...rulesFor(config.routing ?? {}), upstreams: [] }).retries
  const since = performance.now()
  const plan = routing.route({ model, canTake: (id) => can(backends.get(id)!) })
  const { candidates, refusal } = plan.refusal?.code === 'model-unknown' ? routing.route({ model }) : plan
  if (refusal !== undefined) return errorOfRefusal(refusal)
  const takers = candidates.filter(({ verdict }) => verdict === 'taken')
  const ownsKey = !bringsKey(headers)
  for (const [index, taker] of takers.entries()) {
    const backend = backends.get(taker.upstream)!
    if (!can(backend)) return nobodyCan(backend)
    const said = await ask({ backend, model: taker.model })
    const told = { ...said, headers: { ...said.headers, ...answeredBy(taker, model) } }
    const isLast = index + 1 >= Math.min(attempts, takers.length) || performance.now() - since > withinMs
    if (!isApiError(told) || isLast || response.destroyed) return told
    if (outcomeOf(told.status, {}, { ownCredential: ownsKey || backend.ownKey }).kind === 'client-error') return told
  }
  throw new Error('A plan without a refusal takes somebody.')
}

export interface Beside extends Pick<Admitted<Asked>, 'visibility'> {
  path: string
  body: Buffer
  sealing?: Sealing | undefined
}

/** Asks it, and waits for all of what it says. */
export async function tell(
  { upstream }: Backend,
  { path, body, visibility, sealing }: Beside,
  { headers }: FastifyRequest,
  response: ServerResponse,
  { config }: Services,
): Promise<Said | ApiError> {
  const reply = await replyOf(
    (listener) => upstream.tell(path, body, headers, listener),
    upstream,
    config.answerLimit,
    response,
    () => secretOf(visibility, sealing),
  )
  return isApiError(reply) ? reply : { headers: forClient(reply.headers), text: reply.text }
}
