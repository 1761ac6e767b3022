import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recording } from './recordings.ts'

/** A request as the server received it. */
export interface Got {
  method: string
  path: string
  headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- a body is what a client made of it
  body: any
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: string | object
}

/** Replies by method and path: `GET /health`. */
export type Routes = Record<string, Reply | ((got: Got) => Reply)>

export interface Running {
  url: string
  /** All requests so far. */
  got: Got[]
  close(): Promise<void>
}

/** Starts a server on loopback with handwritten routes. `missing` is its reply to any other path. */
export async function serve(routes: Routes, missing: Reply = { status: 404, body: { detail: 'Not Found' } }): Promise<Running> {
  const got: Got[] = []
  return listen(async (request, response) => {
    const one = await read(request)
    got.push(one)
    const route = routes[`${one.method} ${one.path}`]
    answer(response, route === undefined ? missing : typeof route === 'function' ? route(one) : route)
  }, got)
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts a server with a bare listener, for servers that do not even answer. */
export async function listen(listener: Listener, got: Got[] = [], server: Server = createServer()): Promise<Running> {
  server.on('request', (request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<Got> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) }
}

function answer(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const json = typeof body === 'object'
  response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain', ...headers })
  response.end(json ? JSON.stringify(body) : body)
}

/** Kind of the doctor's request. `empty` is the request that only shows whether the endpoint exists. */
export function kindOf({ body }: Got): 'empty' | 'whole' | 'streamed' | 'off' | 'tools' {
  if (body?.messages === undefined && body?.input === undefined) return 'empty'
  if (body.tools !== undefined) return 'tools'
  if (body.stream === true) return 'streamed'
  const off = body.chat_template_kwargs?.enable_thinking === false || body.reasoning_effort === 'none' || body.think === false
  return off ? 'off' : 'whole'
}

export const sse = (body: string): Reply => ({ headers: { 'content-type': 'text/event-stream' }, body })

/** A streamed Chat Completions reply with these deltas. */
export const frames = (...deltas: object[]): Reply =>
  sse(
    [
      ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 30, total_tokens: 42 } },
    ]
      .map(
        (chunk) => `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...chunk })}\n\n`,
      )
      .join('') + 'data: [DONE]\n\n',
  )

/** A whole Chat Completions reply with these fields in its message. */
export const message = (fields: object, finish = 'stop'): Reply => ({
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...fields }, finish_reason: finish }],
    usage: { prompt_tokens: 12, completion_tokens: 30, total_tokens: 42 },
  },
})

export const call = message(
  {
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
  },
  'tool_calls',
)

export type Answers = Partial<Record<'whole' | 'streamed' | 'off' | 'tools', Reply>>

/** A chat endpoint with a reply for each kind of the doctor's requests, and an error for an empty request. */
export const chat =
  (
    { whole, streamed, off = whole, tools = call }: Answers,
    complaint: Reply = { status: 400, body: { error: { message: 'messages is required' } } },
  ) =>
  (got: Got): Reply =>
    ({ empty: complaint, whole, streamed, off, tools })[kindOf(got)] ?? complaint

export const openaiModels = (owner: string, ...ids: string[]): Reply => ({
  body: { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: owner })) },
})

const recordedReply = (file: string): Reply => {
  const body = readFileSync(recording(file), 'utf8')
  return file.endsWith('.sse') ? sse(body) : { headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

export interface LlamaServerOptions extends Omit<Answers, 'whole' | 'streamed'> {
  model: string
  build?: string
  whole: string | Reply
  streamed: string | Reply
  /** A server of 2026, with an endpoint that ends thoughts. */
  control?: boolean
  /** `reasoning_format` of the latest request. Undefined if `/slots` is switched off. */
  format?: string
  template?: string
}

const slotsOf = (format: string): Reply => ({
  body: [{ id: 0, id_task: 3, params: { chat_format: 'peg-native', reasoning_format: format } }],
})

const reply = (given: string | Reply): Reply => (typeof given === 'string' ? recordedReply(given) : given)

/** Routes of a llama-server, as recorded, with recorded answers. */
export function llamaServer({
  model,
  build = 'b10573-d775b8967',
  whole,
  streamed,
  control = true,
  format,
  template = '…',
  ...others
}: LlamaServerOptions): Routes {
  const server = { Server: 'llama.cpp' }
  const withHeader = (route: Routes[string]) => (got: Got) => {
    const { headers, ...rest } = typeof route === 'function' ? route(got) : route
    return { ...rest, headers: { ...headers, ...server } }
  }
  const query = `?model=${encodeURIComponent(model)}&autoload=false`
  const props = { body: { build_info: build, total_slots: 1, default_generation_settings: { n_ctx: 2048 }, chat_template: template } }
  const invalid = { status: 400, body: { error: { code: 400, message: "'messages' is required", type: 'invalid_request_error' } } }
  return Object.fromEntries(
    Object.entries({
      'GET /health': { body: { status: 'ok' } },
      'GET /props': props,
      // The server ignores the query, which only a router of several models reads.
      [`GET /props${query}`]: props,
      'GET /v1/models': openaiModels('llamacpp', model),
      ...(format !== undefined && { [`GET /slots${query}`]: slotsOf(format) }),
      'POST /v1/chat/completions': chat({ ...others, whole: reply(whole), streamed: reply(streamed) }, invalid),
      ...(control && { 'POST /v1/chat/completions/control': { body: { success: false, message: 'no active completion for this id' } } }),
    }).map(([path, route]) => [path, withHeader(route)]),
  )
}
