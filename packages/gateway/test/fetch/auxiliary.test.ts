import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../src/gateway.ts'

/** A gateway before an API like OpenAI's with one model, and what that was asked. */
async function start(): Promise<{ fetch: (path: string, init?: RequestInit) => Promise<Response>; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => {
      const found = replies[request.url!]
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(found ?? { error: { message: 'There is nothing here.' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = createGateway({ upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, startProbe: false })
  onTestFinished(async () => {
    await gateway.close({ timeoutMs: 100 })
    server.closeAllConnections()
    server.close()
  })
  return { fetch: (path, init) => gateway.fetch(new Request(`http://app.example${path}`, init)), asked }
}

const model = { id: 'qwen/qwen3-8b', object: 'model', created: 1, owned_by: 'vllm' }

const replies: Record<string, unknown> = {
  '/v1/models': { object: 'list', data: [model] },
  '/v1/embeddings': {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  },
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const question = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'How many tokens are in this?' }] }

it.each([
  ['a list of models', '/v1/models', {}, { object: 'list', data: [model] }],
  ['under a prefix of the application', '/api/ai/v1/models', {}, { object: 'list', data: [model] }],
  ['one model, whose name is encoded', '/v1/models/qwen%2Fqwen3-8b', {}, model],
  ['one model, whose name is not', '/v1/models/qwen/qwen3-8b', {}, model],
  [
    "a list as Anthropic's clients read it",
    '/v1/models',
    { headers: { 'anthropic-version': '2023-06-01' } },
    {
      data: [{ type: 'model', id: 'qwen/qwen3-8b', display_name: 'qwen/qwen3-8b', created_at: '1970-01-01T00:00:01.000Z' }],
      has_more: false,
    },
  ],
  ['embeddings', '/v1/embeddings', json({ model: 'm', input: 'x' }), { data: [{ embedding: [0.5] }], usage: { total_tokens: 2 } }],
  ['an estimate of tokens', '/v1/messages/count_tokens', json(question), { estimated: true, input_tokens: expect.any(Number) as number }],
])('answers %s', async (_, path, init, expected) => {
  const { fetch } = await start()
  const response = await fetch(path, init)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject(expected)
})

it.each([
  [
    'a model that there is not',
    '/v1/models/gpt%201',
    {},
    404,
    { error: { code: 'model_not_found', message: expect.stringContaining('"gpt 1"') as string } },
  ],
  ['a name that is no encoding', '/v1/models/%zz', {}, 404, { error: { code: 'model_not_found' } }],
  [
    'a model, for a client of Anthropic',
    '/v1/models/x',
    { headers: { 'anthropic-version': '2023-06-01' } },
    404,
    { type: 'error', error: { type: 'not_found_error' } },
  ],
  ['embeddings of nothing', '/v1/embeddings', json({}), 400, { error: { param: 'model' } }],
  [
    'compaction, which this upstream does not have',
    '/v1/responses/compact',
    json({ model: 'm', input: 'x' }),
    501,
    { error: { message: expect.stringContaining('no compaction') as string } },
  ],
  [
    'another method',
    '/v1/models',
    { method: 'DELETE' },
    404,
    { error: { message: 'There is no DELETE /v1/models. Did you mean GET /v1/models?' } },
  ],
])('refuses %s', async (_, path, init, status, expected) => {
  const { fetch } = await start()
  const response = await fetch(path, init)
  expect(await response.json()).toMatchObject(expected)
  expect(response.status).toBe(status)
})

it('asks the upstream once for each list, and for nothing else', async () => {
  const { fetch, asked } = await start()
  const client = new OpenAI({
    apiKey: 'none',
    baseURL: 'http://app.example/v1',
    fetch: (url, init) => fetch(new URL(url as string).pathname, init as RequestInit),
  })
  const ids: string[] = []
  for await (const { id } of client.models.list()) ids.push(id)
  expect(ids).toEqual([model.id])
  expect((await client.models.retrieve(model.id)).owned_by).toBe('vllm')
  expect(asked).toEqual(['GET /v1/models', 'GET /v1/models'])
})

it.each(['full', 'none'])('some thousand vectors come in turns, at visibility %s', async (visibility) => {
  const data = Array.from({ length: 3000 }, (_, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from({ length: 250 }, () => 0.123456789),
  }))
  const all = { object: 'list', data, usage: { prompt_tokens: 2, total_tokens: 2 } }
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(all)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = createGateway({ upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, startProbe: false })
  onTestFinished(async () => {
    await gateway.close({ timeoutMs: 100 })
    server.closeAllConnections()
    server.close()
  })
  let turns = 0
  let isOver = false
  const count = (): void => void (isOver || (turns++, setImmediate(count)))
  const request = json({ model: 'm', input: 'q' })
  const response = gateway.fetch(
    new Request('http://app.example/v1/embeddings', { ...request, headers: { ...request.headers, 'x-reason-visibility': visibility } }),
  )
  count()
  expect(await (await response).json()).toEqual(all)
  isOver = true
  // The body has 8 MB. Other requests get a turn after each megabyte, or after a quarter of one where the body is read.
  expect(turns).toBeGreaterThan(visibility === 'none' ? 50 : 5)
})

it('a list of models has a limit of its own', async () => {
  const { fetch } = await start()
  replies['/v1/models'] = { object: 'list', data: [{ ...model, description: 'x'.repeat(4_200_000) }] }
  onTestFinished(() => void (replies['/v1/models'] = { object: 'list', data: [model] }))
  expect(await (await fetch('/v1/models')).text()).toContain('is longer than 4194304 bytes')
})
