import type { FastifyBaseLogger } from 'fastify'
import { sendError, type ApiError } from '../relay/api-error.ts'
import { parseChat } from '../relay/chat-request.ts'
import { relay } from '../relay/relay.ts'
import type { UpstreamRequest } from '../relay/upstream-request.ts'
import { faultOf } from './fault.ts'
import type { Routes } from './routes.ts'

/** `POST /v1/chat/completions`: to the upstream and back, with reasoning apart from the answer. */
export const chatCompletions: Routes = (app, { config, wires, choose, writeRequest, upstream, answers }) => {
  app.post('/v1/chat/completions', (request, reply) => {
    reply.hijack()
    const response = reply.raw
    const bytes = request.body as Buffer
    const chat = parseChat(bytes)
    if ('status' in chat) return sendError(response, chat)
    const { model, stream, choices } = chat
    const startedAt = performance.now()
    const written = orFault(() => writeRequest(chat, bytes), request.log)
    if ('status' in written) return sendError(response, written)
    const { body, notes } = written
    if (notes.length > 0) request.log.debug({ model, notes }, 'request translated')
    // Refused at once: over before it is known here.
    let remove: (() => void) | undefined
    let over = false
    const one = relay({
      response,
      chat,
      wires,
      choose,
      upstream,
      settings: config,
      ...(notes.length > 0 && { headers: { 'x-reason-notes': String(notes.length) } }),
      send: (listener) => upstream.chat({ body, headers: request.headers, model, stream, choices }, listener),
      onFault: (error) => request.log.error({ err: faultOf(error) }, 'gateway failed'),
      onOver(outcome) {
        over = true
        remove?.()
        if (answers.isDraining()) response.socket?.end()
        const line = {
          model,
          stream,
          ...outcome,
          ...(notes.length > 0 && { notes: notes.length }),
          ms: Math.round(performance.now() - startedAt),
        }
        if (outcome.status >= 500) request.log.warn(line, 'answer failed')
        else request.log.info(line, 'answered')
      },
    })
    if (!over) remove = answers.add(one)
  })
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
