import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

/** What a model says: pieces of its answer, or of its reasoning. */
export type Piece = string | { reasoning: string }

export interface Script {
  pieces: Iterable<Piece> | AsyncIterable<Piece>
  /** Pause between two pieces, in milliseconds. Default 0: as quickly as they are taken. */
  paceMs?: number
  /** Pieces a second, by the clock: what was late is made good. */
  rate?: number
  /** Never ends by itself. */
  endless?: boolean
  /** Why it ends. Default `stop`. */
  finish?: string
  /** It is in the list, and answers no request. */
  isGone?: boolean
  /** It is in the list, and busy for so long: `retry-after`. */
  busyFor?: string
}

export interface Upstream {
  /** For `--upstream`. */
  url: string
  /** Bodies of the requests, parsed. */
  requests: Record<string, unknown>[]
  stop(): Promise<void>
}

/** An API that speaks Chat Completions, whose models say what a test has them say. */
export async function startUpstream(models: Readonly<Record<string, Script>>): Promise<Upstream> {
  const requests: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.endsWith('/models')) {
      const data = Object.keys(models).map((id) => ({ id, object: 'model', created: 0, owned_by: 'test' }))
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }))
      return
    }
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>
    requests.push(body)
    const script = models[String(body['model'])]
    if (script === undefined || script.isGone === true) {
      response.statusCode = 404
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ error: { message: 'The model does not exist.', code: 'model_not_found' } }))
      return
    }
    if (script.busyFor !== undefined) {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': script.busyFor })
      response.end(JSON.stringify({ error: { message: 'Too many requests.', code: 'rate_limit_exceeded' } }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    const closed = once(response, 'close')
    await send(delta({ role: 'assistant', content: '' }))
    const start = performance.now()
    let sent = 0
    for await (const piece of script.pieces) {
      if (response.destroyed) return
      await send(delta(typeof piece === 'string' ? { content: piece } : { reasoning_content: piece.reasoning }))
      if (script.paceMs !== undefined) await new Promise((resolve) => setTimeout(resolve, script.paceMs))
      const early = script.rate === undefined ? 0 : start + (++sent * 1000) / script.rate - performance.now()
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    }
    if (script.endless === true) return
    await send(delta({}, script.finish ?? 'stop'))
    response.end('data: [DONE]\n\n')

    async function send(event: object): Promise<void> {
      if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await Promise.race([once(response, 'drain'), closed])
    }
  }
}

const delta = (fields: object, finish: string | null = null): object => ({
  id: 'chatcmpl-test',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'test',
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece as string
  return text
}
