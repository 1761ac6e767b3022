import type { FastifyBaseLogger } from 'fastify'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import { parseRequest } from '../clients/client-request.ts'
import { clientApis } from '../clients/clients.ts'
import { ungoverned } from '../governance/generation.ts'
import { relay } from '../relay/relay.ts'
import { sendError } from '../relay/send.ts'
import type { UpstreamRequest } from '../relay/upstream-request.ts'
import { faultOf } from './fault.ts'
import type { Routes } from './routes.ts'

/** `POST` to the path of every API that clients speak: to the upstream and back, with reasoning apart from the answer. */
export const answers: Routes = (app, { config, clients, upstreamWire, choose, upstream, answers: open }) => {
  for (const api of clientApis) {
    const { wire, writeRequest } = clients[api.id]
    const wires = { client: wire, upstream: upstreamWire }

    app.post(api.path, (incoming, reply) => {
      reply.hijack()
      const response = reply.raw
      const bytes = incoming.body as Buffer
      const request = parseRequest(api, bytes)
      if (isApiError(request)) return sendError(response, api, request)
      const { model, stream, choices } = request
      const startedAt = performance.now()
      const written = orFault(() => writeRequest(request, bytes), incoming.log)
      if (isApiError(written)) return sendError(response, api, written)
      const { body, notes } = written
      if (notes.length > 0) incoming.log.debug({ model, notes }, 'request translated')
      // Refused at once: over before it is known here.
      let remove: (() => void) | undefined
      let over = false
      const one = relay({
        response,
        request,
        wires,
        choose,
        upstream,
        settings: config,
        generation: ungoverned,
        ...(notes.length > 0 && { headers: { 'x-reason-notes': String(notes.length) } }),
        send: (listener) => upstream.chat({ body, headers: incoming.headers, model, stream, choices }, listener),
        onFault: (error) => incoming.log.error({ err: faultOf(error) }, 'gateway failed'),
        onOver(outcome) {
          over = true
          remove?.()
          if (open.isDraining()) response.socket?.end()
          const line = {
            model,
            stream,
            ...outcome,
            ...(notes.length > 0 && { notes: notes.length }),
            ms: Math.round(performance.now() - startedAt),
          }
          if (outcome.status >= 500) incoming.log.warn(line, 'answer failed')
          else incoming.log.info(line, 'answered')
        },
      })
      if (!over) remove = open.add(one)
    })
  }
}

/** A fault of ours, where it happens before there is a relay that would tell of it. */
function orFault(write: () => UpstreamRequest | ApiError, log: FastifyBaseLogger): UpstreamRequest | ApiError {
  try {
    return write()
  } catch (error) {
    log.error({ err: faultOf(error) }, 'gateway failed')
    return { status: 500, type: 'server_error', code: 'internal_error', message: 'The gateway failed. Its log has the details.' }
  }
}
