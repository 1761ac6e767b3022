import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { modelRefusal } from '../access/access.ts'
import { isApiError, shuttingDown, type ApiError } from '../clients/api-error.ts'
import type { ClientApi } from '../clients/client-api.ts'
import { parseRequest, type ClientRequest } from '../clients/client-request.ts'
import { clientApis } from '../clients/clients.ts'
import { askForMarker } from '../relay/directive.ts'
import { isGone } from '../relay/gone.ts'
import { relay, type Outcome } from '../relay/relay.ts'
import { createRequests } from '../relay/requests.ts'
import { sendError } from '../relay/send.ts'
import { closeWhenStalled } from '../relay/stalled.ts'
import type { Target } from '../relay/target.ts'
import { faultOf } from './fault.ts'
import type { Routes, Services } from './routes.ts'

/** `POST` to the path of every API that clients speak: to the upstream and back, with reasoning apart from the answer. */
export const answers: Routes = (app, services) => {
  for (const api of clientApis) {
    app.post(api.path, (incoming, reply) => {
      reply.hijack()
      return answer(api, services, incoming, reply.raw)
    })
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
}

/**
 *   read ─▶ may it begin? ─▶ write for the upstream ─▶ relay
 *     └────────────┴───────────────────┴─▶ refused
 */
export async function answer(api: ClientApi, services: Services, incoming: Asked, response: Target): Promise<void> {
  const { config, clients, upstreamWire, choose, policy, upstream, governance, access, answers: open } = services
  const { wire, requests: writer } = clients[api.id]
  const { id, headers, log, raw } = incoming
  const startedAt = performance.now()
  const timer = governance.requestStarted(api.path)
  const client = access.identify(headers)
  if (isApiError(client)) return refuse(client)
  const { key } = client
  const asked = await orFault(() => {
    const body = incoming.body as Buffer
    const parsed = parseRequest(api, body)
    if (isApiError(parsed)) return parsed
    const forbidden = modelRefusal(key, parsed.model)
    if (forbidden !== undefined) return forbidden
    return askForMarker({ request: parsed, bytes: body }, choose(parsed.model, upstream.provider), policy)
  }, log)
  if (isApiError(asked)) return refuse(asked)
  const { request: parsed, bytes } = asked
  const { model, stream } = parsed
  const generation = await orFault(() => governance.admit(parsed, { id, headers: raw.headersDistinct, key, log, startedAt }), log)
  if (isApiError(generation)) return refuse(generation)
  const { sealing } = generation
  const request: ClientRequest = { ...parsed, ...(sealing !== undefined && { sealing }) }
  const written = await orFault(
    () =>
      writer.write(
        request,
        bytes,
        generation.before(() => writer.conversation(request).knobs),
      ),
    log,
  )
  if (isApiError(written)) {
    generation.over({ ...untold, status: written.status })
    return refuse(written)
  }
  // Gone while it was asked whether it may begin.
  if (isGone(response)) {
    generation.over({ ...untold, aborted: true })
    return timer.finished('aborted')
  }
  // The gateway was told to stop meanwhile: nobody would wait for this answer, and what stores it is about to be closed.
  if (open.isDraining()) {
    generation.over({ ...untold, status: shuttingDown.status, error: shuttingDown.code })
    return refuse(shuttingDown)
  }
  const { notes } = written
  if (notes.length > 0) log.debug({ model, notes }, 'request translated')
  // Refused at once: over before it is known here.
  let remove: (() => void) | undefined
  let over = false
  const one = relay({
    response,
    request,
    wires: { client: wire, upstream: upstreamWire },
    choose,
    upstream,
    settings: config,
    generation,
    timer,
    ...(notes.length > 0 && { headers: { 'x-reason-notes': String(notes.length) } }),
    requests: createRequests(written, request, bytes, headers, writer, upstream),
    onFault: (error) => log.error({ err: faultOf(error) }, 'gateway failed'),
    onOver(outcome) {
      over = true
      remove?.()
      closeWhenStalled(response, config.stallTimeout)
      if (open.isDraining()) response.socket?.end()
      const line = {
        model,
        stream,
        ...(key !== undefined && { key: key.id }),
        ...outcome,
        ...(notes.length > 0 && { notes: notes.length }),
        ms: Math.round(performance.now() - startedAt),
      }
      if (outcome.status >= 500) log.warn(line, 'answer failed')
      else log.info(line, 'answered')
    },
  })
  if (!over) remove = open.add(one)

  function refuse(error: ApiError): void {
    sendError(response, api, error)
    timer.finished(error.status)
  }
}

/** Nothing was relayed. */
const untold: Outcome = { status: 200, aborted: false, adapter: undefined, warnings: [] }

/** A fault of ours, where it happens before there is a relay that would tell of it. */
export async function orFault<T>(work: () => T | Promise<T>, log: FastifyBaseLogger): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: faultOf(error) }, 'gateway failed')
    return { status: 500, type: 'server_error', code: 'internal_error', message: 'The gateway failed. Its log has the details.' }
  }
}
