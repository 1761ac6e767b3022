import { gzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { problemOf } from '../support/answer-checks.ts'
import { question, startGateway } from '../support/gateway.ts'
import { recordings } from '@reason/recorded-models'
import { keyFile } from '../support/key-file.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { upstreams } from '../support/several-upstreams.ts'
import { startUpstream } from '../support/upstream.ts'

it('one model is found by its name, slashes and all', async () => {
  const { client, url } = await startGateway()
  expect(await client.models.retrieve('embedded/qwen3-tags')).toMatchObject({ id: 'embedded/qwen3-tags', object: 'model' })
  expect(await (await fetch(`${url}/v1/models/embedded/qwen3-tags`)).json()).toMatchObject({ id: 'embedded/qwen3-tags' })
  expect(problemOf('ModelList', await (await fetch(`${url}/v1/models`)).text())).toBeUndefined()
  await expect(client.models.retrieve('nobody')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    message: expect.stringContaining('has no model "nobody"') as string,
  })
})

it.each(['"message"', '"message":"no","deep"'])('an error of an upstream is told, however deep it nests in %s', async (field) => {
  const body = `{${field}:${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const upstream = await startUpstream((_, response) => response.writeHead(507).end(body))
  const { url, chat } = await startGateway('--upstream', upstream)
  for (const answer of [await fetch(`${url}/v1/models`), await chat({ model: 'm', messages: question })]) {
    expect(answer.status).toBe(507)
    expect(await answer.text()).toContain('answered with HTTP 507: {')
  }
})

it('a list says when to come again where everybody is busy', async () => {
  const busy = await startUpstream((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"message":"busy"}}'))
  for (const flags of [['--upstream', busy], upstreams({ name: 'one', url: busy })]) {
    const { url } = await startGateway(...flags)
    const response = await fetch(`${url}/v1/models`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  }
})

it('a list that never ends is given up, from one upstream as from several', async () => {
  const dripping = await startUpstream((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":['))
  for (const flags of [['--upstream', dripping], upstreams({ name: 'one', url: dripping })]) {
    const { url } = await startGateway(...flags)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    onTestFinished(() => timeout.mockRestore())
    const response = await fetch(`${url}/v1/models`)
    timeout.mockRestore()
    expect([response.status, await response.text()]).toEqual([504, expect.stringContaining('did not list its models within')])
  }
})

it('a list of more models than there are is none', async () => {
  const body = `{"data":[${'{},'.repeat(500_000)}{}]}`
  const many = await startUpstream((_, response) => response.setHeader('content-type', 'application/json').end(body))
  for (const flags of [['--upstream', many], upstreams({ name: 'one', url: many })]) {
    const { url } = await startGateway(...flags)
    const response = await fetch(`${url}/v1/models`)
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('has a list of more than 10000 objects')])
  }
})

it('a compressed answer, for which the gateway did not ask, is an error that says so', async () => {
  const encoded = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const packed = await startUpstream((_, response) => response.writeHead(200, encoded).end(gzipSync('{"data":[{"id":"m"}]}')))
  const [one, two] = [['--upstream', packed], upstreams({ name: 'one', url: packed })]
  const embeddings = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"model":"m","input":"a"}' }
  for (const [flags, path, init] of [
    [one, '/v1/models'],
    [two, '/v1/models'],
    [one, '/v1/embeddings', embeddings],
  ] as const) {
    const { url } = await startGateway(...flags)
    const response = await fetch(url + path, init)
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('came compressed (gzip)')])
  }
})

it('a compressed error keeps its status', async () => {
  const head = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'retry-after': '7' }
  const busy = await startUpstream((_, response) => response.writeHead(429, head).end(gzipSync('{"error":{"message":"busy"}}')))
  const { url } = await startGateway('--upstream', busy)
  const response = await fetch(`${url}/v1/models`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
})

it('a list in other words has models, too', async () => {
  const { origin } = await rememberingUpstream({ type: 'application/json', body: '{"models":[{"model":"qwen3:8b"}]}' })
  const { client } = await startGateway('--upstream', origin, '--upstream-format', 'ollama')
  expect(await client.models.retrieve('qwen3:8b')).toMatchObject({ id: 'qwen3:8b', object: 'model' })
})

describe("Anthropic's clients", () => {
  const connect = (url: string, apiKey = 'k'): Anthropic => new Anthropic({ baseURL: url, apiKey, maxRetries: 0 })

  it('list models in their own shape, from whichever upstream', async () => {
    const listed = [
      { id: 'qwen3:8b', object: 'model', created: 1_700_000_000, owned_by: 'library' },
      { id: 'claude-x', display_name: 'Claude X', created_at: '2026-02-03T00:00:00Z' },
      { id: 'odd', created: 1e300, display_name: 7 },
    ]
    const { origin } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify({ object: 'list', data: listed }) })
    const { url, client } = await startGateway('--upstream', origin)
    const { models } = connect(url)
    const page = await models.list()
    expect(page).toMatchObject({ has_more: false, first_id: 'qwen3:8b', last_id: 'odd' })
    expect(page.data).toMatchObject([
      { type: 'model', id: 'qwen3:8b', display_name: 'qwen3:8b', created_at: '2023-11-14T22:13:20.000Z' },
      { type: 'model', id: 'claude-x', display_name: 'Claude X', created_at: '2026-02-03T00:00:00Z' },
      { type: 'model', id: 'odd', display_name: 'odd', created_at: '1970-01-01T00:00:00.000Z' },
    ])
    const all: string[] = []
    for await (const { id } of models.list()) all.push(id)
    expect(all).toEqual(['qwen3:8b', 'claude-x', 'odd'])
    expect(await models.retrieve('claude-x')).toEqual({ type: 'model', ...listed[1] })
    // Others get what the upstream sent.
    expect((await client.models.list()).data).toEqual(listed)
  })

  it('are told in their own shape what is wrong', async () => {
    const { path } = keyFile()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const refused = connect(url).models.list()
    await expect(refused).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
    await expect(refused).rejects.toMatchObject({ error: { type: 'error', error: { type: 'authentication_error' } } })
    const open = await startGateway()
    await expect(connect(open.url).models.retrieve('nobody')).rejects.toMatchObject({
      status: 404,
      error: { type: 'error', error: { type: 'not_found_error', message: expect.stringContaining('no model "nobody"') as string } },
    })
  })

  it('see that there is none', async () => {
    const { origin } = await rememberingUpstream({ type: 'application/json', body: '{"data":[]}' })
    const { url } = await startGateway('--upstream', origin)
    expect(await connect(url).models.list()).toMatchObject({ data: [], has_more: false, first_id: null, last_id: null })
  })
})

describe('a key lists the models that it may ask', () => {
  const ids = async (url: string, key: string): Promise<string[]> => {
    const list = await new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }).models.list()
    return list.data.map(({ id }) => id)
  }

  it('of one upstream', async () => {
    const { path, make } = keyFile()
    const [all, some] = [await make(), await make({ models: ['embedded/qwen3-*'] })]
    const { url } = await startGateway('--keys', path, '--require-keys')
    expect(await ids(url, all.text)).toEqual(Object.keys(recordings))
    expect(await ids(url, some.text)).toEqual([
      'embedded/qwen3-tags',
      'embedded/qwen3-native',
      'embedded/qwen3-tool',
      'embedded/qwen3-agent',
      'embedded/qwen3-budget',
      'embedded/qwen3-leak',
      'embedded/qwen3-puzzle',
      'embedded/qwen3-rescue',
    ])
    const one = (id: string) => fetch(`${url}/v1/models/${id}`, { headers: { authorization: `Bearer ${some.text}` } })
    expect((await one('embedded/qwen3-tags')).status).toBe(200)
    expect((await one('embedded/gpt-oss-raw')).status).toBe(404)
  })

  it('also where what the upstream lists is no name, or is more than can be written', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ models: ['fast'] })
    const statusOf = async (listed: string, address = '/v1/models'): Promise<number> => {
      const { origin } = await rememberingUpstream({ type: 'application/json', body: `{"data":[{"id":"fast"},${listed}]}` })
      const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', origin)
      return (await fetch(url + address, { headers: { authorization: `Bearer ${text}` } })).status
    }
    expect(await statusOf('{"id":{"toString":1}}')).toBe(200)
    const deep = `{"id":"fast","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect([await statusOf(deep), await statusOf(deep, '/v1/models/fast')]).toEqual([502, 502])
  })

  it('of several, and no name of another one stands anywhere in it', async () => {
    const { path, make } = keyFile()
    const some = await make({ models: ['fast'] })
    const body = '{"object":"list","data":[{"id":"secret-model"},{"id":"fast"}],"models":[{"name":"secret-model"}]}'
    const { origin } = await rememberingUpstream({ type: 'application/json', body })
    const entries = [{ name: 'one', url: origin, aliases: { fast: 'secret-model', slow: 'secret-model' } }]
    for (const flags of [upstreams(...entries), ['--upstream', origin]]) {
      const { url } = await startGateway('--keys', path, '--require-keys', ...flags)
      expect(await ids(url, some.text)).toEqual(['fast'])
      const text = await (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${some.text}` } })).text()
      expect(text).not.toContain('secret-model')
      expect(text).not.toContain('slow')
    }
  })
})

it('lists and counts are requests of a key, too', async () => {
  const { path, make } = keyFile()
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"input_tokens":14}' })
  const hasty = { rateLimits: { requestsPerMinute: 2 } }
  const keys = [await make(hasty), await make(hasty)] as const
  const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', origin, '--upstream-format', 'anthropic-messages')
  const ask = (key: string, address: string, body?: object): Promise<Response> =>
    fetch(url + address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const counted = { model: 'claude-x', messages: [{ role: 'user', content: 'How many?' }] }
  const asked = [
    [keys[0].text, '/v1/models', undefined],
    [keys[1].text, '/v1/messages/count_tokens', counted],
  ] as const
  for (const [text, address, body] of asked) {
    for (let count = 0; count < 2; count++) expect((await ask(text, address, body)).status).toBe(200)
    const before = seen.length
    const refused = await ask(text, address, body)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(await refused.text()).toMatch(/has used its 2 requests per minute/)
    expect(seen).toHaveLength(before)
  }
})
