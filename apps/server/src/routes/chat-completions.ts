import { relay } from '../relay/relay.ts'
import { sendError } from '../relay/api-error.ts'
import { bodyFor, parseChat } from '../relay/chat-request.ts'
import { faultOf } from './fault.ts'
import type { Routes } from './routes.ts'

/** `POST /v1/chat/completions`: to the upstream and back, with reasoning apart from the answer. */
export const chatCompletions: Routes = (app, { config, formats, choose, upstream, answers }) => {
  const wire = formats.wire('openai-chat')

  app.post('/v1/chat/completions', (request, reply) => {
    reply.hijack()
    const response = reply.raw
    const bytes = request.body as Buffer
    const chat = parseChat(bytes)
    if ('status' in chat) return sendError(response, chat)
    const { model, stream, choices } = chat
    const startedAt = performance.now()
    const body = bodyFor(chat, bytes, config.askUsage)
    // Refused at once: over before it is known here.
    let remove: (() => void) | undefined
    let over = false
    const one = relay({
      response,
      chat,
      wire,
      choose,
      upstream,
      settings: config,
      send: (listener) => upstream.chat({ body, headers: request.headers, model, stream, choices }, listener),
      onFault: (error) => request.log.error({ err: faultOf(error) }, 'gateway failed'),
      onOver(outcome) {
        over = true
        remove?.()
        if (answers.isDraining()) response.socket?.end()
        const line = { model, stream, ...outcome, ms: Math.round(performance.now() - startedAt) }
        if (outcome.status >= 500) request.log.warn(line, 'answer failed')
        else request.log.info(line, 'answered')
      },
    })
    if (!over) remove = answers.add(one)
  })
}
