import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRecord } from '@reason/keys'
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify'
import { modelRefusal } from '../access/access.ts'
import { internalError, isApiError, shuttingDown, type ApiError } from '../clients/api-error.ts'
import type { ClientApi } from '../clients/client-api.ts'
import { parseRequest, type ClientRequest } from '../clients/client-request.ts'
import { clientApis } from '../clients/clients.ts'
import { isGone } from '../relay/gone.ts'
import { keptApart } from '../relay/kept-apart.ts'
import { outcomeOf, type Outcome } from '../relay/outcome.ts'
import { relay } from '../relay/relay.ts'
import { createRequests, sendTo } from '../relay/requests.ts'
import { sendError } from '../relay/send.ts'
import { closeWhenStalled } from '../relay/stalled.ts'
import type { Target } from '../relay/target.ts'
import { address } from '../routing/address.ts'
import { findWay, type Way, type WayOptions } from '../routing/way.ts'
import { faultOf } from './fault.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** `POST` to the path of every API that clients speak: to the upstream and back, with reasoning apart from the answer. */
export const answers: Routes = (app, services) => {
  for (const api of clientApis) {
    const onRequest = beforeItsBody(api, api.path, services)
    app.post(api.path, { onRequest }, (incoming, reply) => {
      reply.hijack()
      return answer(api, services, incoming, reply.raw)
    })
  }
}

/** Who may not come in is told so before anything of what he sends is kept: what strangers send would fill the memory. */
export function beforeItsBody(api: ClientApi, path: string, { access, governance }: Services): onRequestHookHandler {
  return (request, reply, done) => {
    const client = access.required ? access.identify(request.headers) : {}
    if (!isApiError(client)) return done()
    governance.requestStarted(path).finished(client.status)
    void refuse(reply, api, client)
  }
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
  /** As far as they are known when it is refused. */
  let key: KeyRecord | undefined
  let read: ClientRequest | undefined
  /** Ends what is under way. */
  let stop: ((why: ApiError) => void) | undefined
  /** It may not go on. */
  let stopped: ApiError | undefined
  let unfollow: (() => void) | undefined
  const client = access.identify(headers)
  if (isApiError(client)) return turnDown(client)
  key = client.key
  unfollow = access.follow(client, (why) => {
    stopped = why
    stop?.(why)
  })
  const asked = await orFault(() => {
    const body = incoming.body as Buffer
    const parsed = parseRequest(api, body, incoming.isStream)
    if (isApiError(parsed)) return parsed
    read = parsed
    const forbidden = modelRefusal(key, parsed.model)
    return forbidden ?? { request: parsed, bytes: body }
  }, log)
  if (isApiError(asked)) return turnDown(asked)
  const { model, stream } = asked.request
  const generation = await orFault(
    () => governance.admit(asked.request, { id, headers: raw.headersDistinct, key, log, startedAt, telemetry: timer.telemetry }),
    log,
  )
  if (isApiError(generation)) return turnDown(generation)
  const request: ClientRequest = { ...asked.request, sealing: generation.sealing }
  const asking = { request, bytes: asked.bytes }
  /** It may have to wait for its turn. */
  let waited: (() => void) | undefined
  const options: WayOptions = {
    router: routing!,
    backends: () => (services.routing === undefined ? undefined : services.backends),
    hold: () => services.hold(),
    first,
    asking: generation.answer.secret() === 'nothing' ? asking : keptApart(asking),
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
    onFault: (error) => log.error({ err: faultOf(error) }, 'gateway failed'),
  }
  const way = await orFault(() => (routing === undefined ? onlyWay(options) : findWay(options)), log)
  // What follows is done by then: its client is told, or its answer is one of those that are open.
  if (waited !== undefined) queueMicrotask(waited)
  if (isApiError(way)) {
    const refusal = (way.code === 'cancelled' && whyStopped()) || way
    generation.over({ ...untold, status: refusal.status, aborted: isGone(response) })
    return isGone(response) ? finished('aborted') : turnDown(refusal)
  }
  // Gone while it was asked whether it may begin.
  if (isGone(response)) {
    way.over({ ...untold, aborted: true })
    generation.over({ ...untold, aborted: true })
    return finished('aborted')
  }
  // The gateway was told to stop meanwhile: nobody would wait for this answer, and what stores it is about to be closed. Or whoever asked may not any more.
  const why = whyStopped()
  if (why !== undefined) {
    const outcome = { ...untold, ...outcomeOf(why) }
    way.over(outcome)
    generation.over(outcome)
    return turnDown(why)
  }
  if (way.notes().length > 0) log.debug({ model, notes: way.notes() }, 'request translated')
  // Refused at once: over before it is known here.
  let remove: (() => void) | undefined
  let over = false
  const one = relay({
    response,
    request,
    destination: way.destination,
    settings: config,
    generation,
    timer,
    headers: () => ({ ...way.headers(), ...(way.notes().length > 0 && { 'x-reason-notes': String(way.notes().length) }) }),
    requests: createRequests(way.send, way.destination, headers, generation.requests),
    onFault: options.onFault,
    onOver(outcome) {
      over = true
      unfollow?.()
      remove?.()
      way.over(outcome)
      closeWhenStalled(response, config.stallTimeout)
      if (open.isDraining()) response.socket?.end()
      const line = {
        model,
        stream,
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

/** To the only upstream there is. */
function onlyWay({ first, asking, policy, generation: { requests }, headers }: WayOptions): Way | ApiError {
  const destination = address(asking, first, asking.request.model, policy)
  const { request, bytes } = destination
  const writer = first.clients[request.api.id].requests
  requests.goesTo(first)
  const written = writer.write(
    request,
    bytes,
    requests.before(() => writer.conversation(request).knobs),
  )
  if (isApiError(written)) return written
  return {
    destination,
    send: sendTo(destination, written.body, headers, requests),
    notes: () => written.notes,
    headers: () => nothing,
    over() {},
  }
}

const nothing = {}

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
