import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRecord } from '@reason/keys'
import type { FastifyBaseLogger, onRequestAsyncHookHandler, preValidationHookHandler } from 'fastify'
import { modelRefusal } from '../access/access.ts'
import { internalError, isApiError, shuttingDown, type ApiError } from '../gateway/errors/api-error.ts'
import type { ClientApi } from '../gateway/client-apis/client-api.ts'
import { parseRequest, type ClientRequest } from '../gateway/client-apis/client-request.ts'
import { clientApis } from '../gateway/client-apis/index.ts'
import type { Generation } from '../gateway/rules/generation.ts'
import type { Asking } from '../gateway/dispatch/request/directive.ts'
import { isGone } from '../listen/client-disconnect.ts'
import { keptApart } from '../gateway/dispatch/request/separate-reasoning.ts'
import { outcomeOf, type Outcome } from '../gateway/relay/relay-outcome.ts'
import { relay } from '../gateway/relay/relay.ts'
import { createRequests } from '../gateway/dispatch/request/requests.ts'
import { sendError } from '../gateway/relay/error-delivery.ts'
import { closeWhenStalled } from '../listen/stall-timeout.ts'
import { mayBeStreamed, streamedInside } from '../gateway/dispatch/request/internal-streaming.ts'
import { withStyle } from '../gateway/client-apis/reasoning-style.ts'
import type { Target } from '../gateway/relay/target.ts'
import { onlyWay } from '../gateway/dispatch/single-upstream.ts'
import { findWay, type Way } from '../gateway/dispatch/failover.ts'
import { inTurn } from '../gateway/turns.ts'
import { gone } from '../gateway/upstreams/reply.ts'
import { faultOf } from '../gateway/errors/fault.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** `POST` to the path of every API that clients speak: to the upstream and back, with reasoning apart from the answer. */
export const answers: Routes = (app, services) => {
  for (const api of clientApis) {
    const onRequest = beforeItsBody(api, api.path, services)
    app.post(api.path, { onRequest, preValidation: inItsTurn }, (incoming, reply) => {
      reply.hijack()
      return answer(api, services, incoming, reply.raw)
    })
  }
}

/** Its body has come. */
const inItsTurn: preValidationHookHandler = (_, __, done) => inTurn('request', done)

/** Refuses a client without a valid key, or over its request limit, before its body is read: such requests then cost no memory and no parsing. */
export function beforeItsBody(api: ClientApi, path: string, services: Services): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const refusal = await refusalByHeaders(services, request.headers)
    if (refusal === undefined) return undefined
    services.governance.requestStarted(path).finished(refusal.status)
    request.log.info({ status: refusal.status, ...(typeof refusal.code === 'string' && { code: refusal.code }) }, 'refused')
    return refuse(reply, api, refusal)
  }
}

/** Authenticates a client by its headers, and counts its request against the key's limit. @returns The refusal, or undefined. */
export async function refusalByHeaders({ access, governance }: Services, headers: IncomingHttpHeaders): Promise<ApiError | undefined> {
  const client = access.identify(headers)
  // If keys are optional, an invalid key is refused later, behind errors of the body.
  if (isApiError(client)) return access.required ? client : undefined
  return governance.limited(client.key)
}

/** A request for an answer, over whatever it came. */
export interface Asked {
  id: string
  headers: IncomingHttpHeaders
  raw: { headersDistinct: NodeJS.Dict<string[]> }
  log: FastifyBaseLogger
  /** Its bytes. */
  body: unknown
  /** It came where all answers are streams. */
  isStream?: true
}

/**
 *   read ─▶ may it begin? ─▶ where does it go? ─▶ write for the upstream ─▶ relay
 *     └────────────┴───────────────────┴────────────────────┴─▶ refused
 */
export async function answer(api: ClientApi, services: Services, incoming: Asked, response: Target): Promise<void> {
  const { config, policy, first, routing, governance, access, answers: open } = services
  const { id, headers, log, raw } = incoming
  const startedAt = performance.now()
  const timer = governance.requestStarted(api.path, headers)
  const onFault = (error: unknown): void => log.error({ err: faultOf(error) }, 'gateway failed')
  /** As far as they are known when it is refused. */
  let key: KeyRecord | undefined
  let read: ClientRequest | undefined
  /** Ends what is under way. */
  let stop: ((why: ApiError) => void) | undefined
  /** It may not go on. */
  let stopped: ApiError | undefined
  let unfollow: (() => void) | undefined
  const ready = await orFault(prepare, log)
  if (isApiError(ready)) return ready === gone ? finished('aborted') : turnDown(ready)
  const { request, generation, way } = ready
  // Gone while it was asked whether it may begin; or whoever asked may not any more; or the gateway was told to stop, and what stores the answer is about to be closed.
  const why = isGone(response) ? gone : whyStopped()
  if (why !== undefined) {
    const outcome: Outcome = why === gone ? { ...untold, aborted: true } : { ...untold, ...outcomeOf(why) }
    way.over(outcome)
    generation.over(outcome)
    return why === gone ? finished('aborted') : turnDown(why)
  }
  if (way.notes().length > 0) log.debug({ model: request.model, notes: way.notes() }, 'request translated')
  // Refused at once: over before it is known here.
  let remove: (() => void) | undefined
  let over = false
  const one = relay({
    response,
    request,
    destination: way.destination,
    settings: config,
    stopsAtTurnEnd: policy.llm.harmony.channels_parser.stop_at_turn_end,
    generation,
    timer,
    headers: () => ({ ...way.headers(), ...(way.notes().length > 0 && { 'x-reason-notes': String(way.notes().length) }) }),
    requests: createRequests(way.send, way.destination, headers, generation.requests),
    onFault,
    onOver(outcome) {
      over = true
      unfollow?.()
      remove?.()
      way.over(outcome)
      closeWhenStalled(response, config.stallTimeout)
      if (open.isDraining()) response.socket?.end()
      const line = {
        model: request.model,
        stream: request.stream,
        ...(key !== undefined && { key: key.id }),
        ...outcome,
        ...(routing !== undefined && { upstream: way.headers()['x-reason-upstream'] }),
        ...(way.notes().length > 0 && { notes: way.notes().length }),
        ms: Math.round(performance.now() - startedAt),
      }
      if (outcome.status >= 500) log.warn(line, 'answer failed')
      else log.info(line, 'answered')
    },
  })
  stop = (reason) => one.stop(reason)
  if (!over) remove = open.add(one)

  /** @returns Why it goes nowhere. */
  async function prepare(): Promise<Ready | ApiError> {
    const client = access.identify(headers)
    if (isApiError(client)) return client
    key = client.key
    unfollow = access.follow(client, (reason) => {
      stopped = reason
      stop?.(reason)
    })
    const bytes = incoming.body as Buffer
    const said = await parseRequest(api, bytes, incoming.isStream)
    if (isApiError(said)) return said
    const parsed = withStyle(said, raw.headersDistinct, config.style)
    if (isApiError(parsed)) return parsed
    read = parsed
    const forbidden = modelRefusal(key, parsed)
    if (forbidden !== undefined) return forbidden
    const generation = await governance.admit(parsed, {
      id,
      headers: raw.headersDistinct,
      key,
      log,
      bodyBytes: bytes.length,
      startedAt,
      telemetry: timer.telemetry,
    })
    if (isApiError(generation)) return generation
    const { sealing, wrapUps } = generation
    const request: ClientRequest = {
      ...parsed,
      sealing,
      ...(wrapUps.length > 0 && { wrapUps }),
      ...(key?.askEffort !== undefined && { askEffort: key.askEffort }),
    }
    const way = await orFault(() => wayFor({ request, bytes }, generation), log)
    if (!isApiError(way)) return { request, generation, way }
    const refusal = (way.code === 'cancelled' && whyStopped()) || way
    generation.over({ ...untold, status: refusal.status, aborted: isGone(response) })
    return isGone(response) ? gone : refusal
  }

  async function wayFor(asking: Asking, generation: Generation): Promise<Way | ApiError> {
    const apart = generation.answer.secret() === 'nothing' ? asking : keptApart(asking)
    const isCollected = generation.overrun.mayStop && !apart.request.stream && mayBeStreamed(apart.request)
    const governed = isCollected ? streamedInside(apart) : apart
    if (routing === undefined) return onlyWay({ first, asking: governed, policy, generation, headers })
    /** It has to wait for its turn. */
    let waited: (() => void) | undefined
    try {
      return await findWay({
        router: routing,
        backends: () => (services.routing === undefined ? undefined : services.backends),
        hold: () => services.hold(),
        first,
        asking: governed,
        policy,
        generation,
        headers,
        response,
        waits(leave) {
          stop = leave
          waited = open.wait(leave)
        },
        mostHeld: config.answerLimit,
        key: key?.id,
        startedAt,
        onFault,
      })
    } finally {
      // What follows is done by then: its client is told, or its answer is one of those that are open.
      if (waited !== undefined) setImmediate(waited)
    }
  }

  function turnDown(error: ApiError): void {
    sendError(response, api, error)
    finished(error.status)
    const line = {
      ...(read !== undefined && { model: read.model, stream: read.stream }),
      ...(key !== undefined && { key: key.id }),
      status: error.status,
      ...(typeof error.code === 'string' && { code: error.code }),
      ms: Math.round(performance.now() - startedAt),
    }
    if (error.status >= 500 && error !== shuttingDown) log.warn(line, 'refused')
    else log.info(line, 'refused')
  }

  function finished(status: number | 'aborted'): void {
    unfollow?.()
    timer.finished(status)
  }

  function whyStopped(): ApiError | undefined {
    return stopped ?? (open.isDraining() ? shuttingDown : undefined)
  }
}

/** A request that may be sent. */
interface Ready {
  request: ClientRequest
  generation: Generation
  way: Way
}

/** Nothing was relayed. */
const untold: Outcome = { status: 200, aborted: false, adapter: undefined, warnings: [] }

/** A fault of ours, where it happens before there is a relay that would tell of it. */
export async function orFault<T>(work: () => T | Promise<T>, log: FastifyBaseLogger): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: faultOf(error) }, 'gateway failed')
    return internalError
  }
}
