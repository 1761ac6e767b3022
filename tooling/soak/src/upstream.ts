import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOf, isUndisturbed, type Delays } from './delays.ts'
import { answerWord, reasoningWord, wholeAnswer, wholeReasoning, type Plan } from './plan.ts'

export interface Upstream {
  url: string
  /** Resolves when the request has arrived. */
  arrival(plan: Plan): Promise<void>
  /** Ids of the requests that arrived, by owner. A request whose kept connection was lost may arrive twice. */
  arrived: ReadonlyMap<string, ReadonlySet<string>>
  /** Number of unfinished responses on open connections. */
  busy(): number
  close(): Promise<void>
}

/**
 * Starts an upstream that serves Chat Completions, word by word at a pace, with the upstream fault of each request's plan.
 *
 * @param owner - Returns the key under which `arrived` keeps a request.
 */
export async function startUpstream(
  plans: ReadonlyMap<string, Plan>,
  owner: (plan: Plan) => string,
  { paceMs, delays }: { paceMs: number; delays: Delays },
): Promise<Upstream> {
  const open = new Set<ServerResponse>()
  const arrived = new Map<string, Set<string>>()
  const awaited = new Map<string, () => void>()
  const server = createServer((incoming, response) => void handle(incoming, response))
  server.listen({ host: '127.0.0.1', port: 0, backlog: 2048 })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    arrival: ({ id }) => new Promise((resolve) => awaited.set(id, resolve)),
    arrived,
    busy: () => open.size,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    open.add(response)
    response.on('close', () => open.delete(response)).on('error', () => {})
    let body = ''
    incoming.setEncoding('utf8').on('error', () => {})
    // Requests of attacks have no plan, and may be long.
    for await (const piece of incoming) if (body.length < longestBody) body += piece
    const id = /request-([\w.]+)/.exec(body)?.[1] ?? ''
    const plan = plans.get(id)
    if (plan === undefined) return void response.writeHead(200, json).end(JSON.stringify(completion({ content: 'a' })))
    const ids = arrived.get(owner(plan)) ?? new Set()
    arrived.set(owner(plan), ids.add(id))
    awaited.get(id)?.()
    awaited.delete(id)
    answer(plan, response)
  }

  function answer(plan: Plan, response: ServerResponse): void {
    const { upstreamFault: fault } = plan
    if (fault === 'refuses') return void response.writeHead(500, json).end('{"error":{"message":"No room."}}')
    if (fault === 'resets') return void response.socket!.resetAndDestroy()
    if (plan.stream) stream(plan, response)
    else whole(plan, response)
  }

  function stream(plan: Plan, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = eventsOf(plan)
    const isTimed = isUndisturbed(plan)
    let next = 0
    const timer = setInterval(() => {
      if (response.destroyed) return clearInterval(timer)
      const event = events[next]
      if (event === undefined) {
        clearInterval(timer)
        return void response.end()
      }
      if (next === plan.after && plan.upstreamFault !== undefined) {
        const goesOn = misbehave(plan, response, event.text)
        if (!goesOn) return clearInterval(timer)
      }
      next++
      if (isTimed && event.word !== undefined) delays.said(event.word)
      // The upstream respects backpressure, as a model server does.
      if (response.writableLength < 65_536) response.write(event.text)
      else next--
    }, paceMs)
    response.on('close', () => clearInterval(timer))
  }

  /** @returns True if the stream goes on. */
  function misbehave({ upstreamFault: fault, format }: Plan, response: ServerResponse, event: string): boolean {
    switch (fault) {
      case 'breaks':
        response.socket?.resetAndDestroy()
        return false
      case 'cut':
        response.end(event.slice(0, event.length / 2))
        return false
      case 'hangs':
        return false
      case 'error':
        response.end('data: {"error":{"message":"Out of memory.","type":"server_error","code":500}}\n\n')
        return false
      case 'garbage':
        response.write('data: {"choices":[{"ind\n\n')
        return true
      case 'twice':
        // The repeated delta has no text: a repeated word would become part of the answer.
        response.write(delta(format === 'field' ? {} : { content: '' }))
        return true
      default:
        return true
    }
  }

  function whole(plan: Plan, response: ServerResponse): void {
    const { upstreamFault: fault, format } = plan
    const [reasoning, content] = [wholeReasoning(plan), wholeAnswer(plan)]
    const message = format === 'field' ? { reasoning_content: reasoning, content } : { content: `<think>${reasoning}</think>${content}` }
    const body = JSON.stringify(completion(message))
    setTimeout(() => {
      if (fault === 'hangs') return
      if (fault === 'error') return void response.writeHead(200, json).end('{"error":{"message":"Out of memory.","code":500}}')
      response.writeHead(200, json)
      if (fault === 'cut' || fault === 'garbage') return void response.end(body.slice(0, body.length / 2))
      if (fault !== 'breaks') return void response.end(body)
      response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy())
    }, paceMs)
  }
}

/** Maximum number of characters of a request body that the upstream reads. */
const longestBody = 65_536

const completion = (message: object): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'qwen3',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
})

const json = { 'content-type': 'application/json' }

const chunkOf = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'qwen3', ...fields })}\n\n`

const delta = (fields: object, finish: string | null = null): string =>
  chunkOf({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })

/** Usage of a stream. Without it, the gateway waits for the end of the body. */
const usageChunk = (plan: Plan): string => {
  const completion_tokens = plan.reasoning + plan.answer
  return chunkOf({ choices: [], usage: { prompt_tokens: 1, completion_tokens, total_tokens: completion_tokens + 1 } })
}

/** One write of the upstream. `word` is undefined if the write has no text. */
interface Event {
  text: string
  word?: string
}

function eventsOf(plan: Plan): Event[] {
  const said = (field: string, word: string): Event => ({ text: delta({ [field]: word }), word: word.trim() })
  const tag = (content: string): Event => ({ text: delta({ content }) })
  const inField = plan.format === 'field'
  const thoughts = Array.from({ length: plan.reasoning }, (_, index) =>
    said(inField ? 'reasoning_content' : 'content', reasoningWord(plan, index)),
  )
  const words = Array.from({ length: plan.answer }, (_, index) => said('content', answerWord(plan, index)))
  const reasoning = inField ? thoughts : [tag('<thi'), tag('nk>'), ...thoughts, tag('</th'), tag('ink>')]
  return [...reasoning, ...words, { text: `${delta({}, 'stop')}${usageChunk(plan)}data: [DONE]\n\n`, word: endOf(plan) }]
}
