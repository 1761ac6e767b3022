import OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyFile } from '../support/key-file.ts'
import { question, startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { closedPort, upstreams } from '../support/several-upstreams.ts'
import { startUpstream } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

const openai = (url: string, apiKey = 'sk-client'): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })

/** Vectors as clients ask for them by default, and an unknown field. */
const list = {
  object: 'list',
  data: [
    { object: 'embedding', index: 1, embedding: Buffer.from(new Float32Array([0.5, -2]).buffer).toString('base64'), note: 'zebra' },
    { object: 'embedding', index: 0, embedding: [1, 0.25] },
  ],
  model: 'embed-v1',
  usage: { prompt_tokens: 3, total_tokens: 3 },
  thought: 'zebra',
}
const reply = { type: 'application/json', body: JSON.stringify(list) }

describe('embeddings', () => {
  it('come from the upstream, asked with the bytes of the client', async () => {
    const { origin, seen } = await rememberingUpstream(reply)
    const { url } = await startGateway('--upstream', origin)
    const made = await openai(url).embeddings.create({ model: 'embed', input: ['one', 'two'] })
    expect(made).toMatchObject({ model: 'embed-v1', thought: 'zebra', usage: { total_tokens: 3 } })
    expect(made.data[0]!.embedding).toEqual([0.5, -2])
    expect(seen).toMatchObject([
      { method: 'POST', url: '/v1/embeddings', body: { model: 'embed', input: ['one', 'two'], encoding_format: 'base64' } },
    ])
    expect(seen[0]!.headers.authorization).toBe('Bearer sk-client')
  })

  it.each([
    ['a client that may not see everything', ['--visibility', 'none'], {}],
    ['a request that does not want to', [], { 'x-reason-visibility': 'none' }],
  ])('are no more than vectors for %s', async (_, flags, headers) => {
    const { origin } = await rememberingUpstream(reply)
    const { url } = await startGateway('--upstream', origin, ...flags)
    const response = await fetch(`${url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'embed', input: 'one' }),
    })
    expect(await response.json()).toEqual({
      object: 'list',
      data: list.data.map(({ object, index, embedding }) => ({ object, index, embedding })),
      model: 'embed-v1',
      usage: list.usage,
    })
  })

  it.each([
    [
      'the upstream’s own error',
      { status: 404, body: '{"error":{"message":"no such model","type":"x","code":null,"param":null}}' },
      /no such model/,
    ],
    ['no list of them', { body: '{"choices":[{"message":{"content":"zebra"}}]}' }, /is no list of embeddings/],
    ['vectors that are words', { body: '{"data":[{"embedding":"a zebra, and more"}]}' }, undefined],
  ])('of an upstream that says %s, below full', async (_, said, message) => {
    const { origin } = await rememberingUpstream({ type: 'application/json', ...said })
    const { url } = await startGateway('--upstream', origin, '--visibility', 'summary')
    const asked = openai(url).embeddings.create({ model: 'embed', input: 'one', encoding_format: 'float' })
    if (message === undefined) expect((await asked).data).toEqual([{ object: 'embedding', index: 0, embedding: [] }])
    else await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(message) as string })
  })

  it.each([
    ['short', 1],
    ['long', 3_000_000],
  ])('of a %s reply that is no list of them are a failure of the upstream', async (_, length) => {
    const { origin } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify({ choices: 'z'.repeat(length) }) })
    const { url } = await startGateway('--upstream', origin, '--visibility', 'none')
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({ status: 502 })
    expect(Object.entries(await attempts(url))).toEqual([[expect.stringMatching(/ protocol$/), 1]])
  })

  it('of a long list count as an answer of the upstream', async () => {
    const body = JSON.stringify({ ...list, data: Array.from({ length: 100_000 }, (_, index) => ({ index, embedding: [1, 0.25] })) })
    const { origin } = await rememberingUpstream({ type: 'application/json', body })
    const { url } = await startGateway('--upstream', origin, '--visibility', 'none')
    expect((await openai(url).embeddings.create({ model: 'embed', input: 'one', encoding_format: 'float' })).data).toHaveLength(100_000)
    expect(Object.entries(await attempts(url))).toEqual([[expect.stringMatching(/ ok$/), 1]])
  })

  it('are asked of the first upstream that has them, by its own name for the model', async () => {
    const messages = await rememberingUpstream(reply)
    const chat = await rememberingUpstream(reply)
    const { url } = await startGateway(
      ...upstreams(
        { name: 'claude', url: messages.origin, format: 'anthropic-messages' },
        { name: 'local', url: chat.origin, aliases: { embed: 'nomic-embed-text' } },
      ),
    )
    await openai(url).embeddings.create({ model: 'embed', input: 'one' })
    expect(messages.seen).toEqual([])
    expect(chat.seen).toMatchObject([{ url: '/v1/embeddings', body: { model: 'nomic-embed-text', input: 'one' } }])
  })

  it('are asked for no more often than the configuration says', async () => {
    const failing = await rememberingUpstream({ status: 500, type: 'application/json', body: '{}' })
    const other = await rememberingUpstream(reply)
    const { url } = await startGateway(
      ...upstreams({ name: 'failing', url: failing.origin, priority: 0 }, { name: 'other', url: other.origin, priority: 1 }),
      '--routing',
      '{"retries":{"attempts":1}}',
    )
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({ status: 500 })
    expect(other.seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('are nothing that is made up where none of several upstreams has them', async () => {
    const messages = await rememberingUpstream(reply)
    const other = await rememberingUpstream(reply)
    const { url } = await startGateway(
      ...upstreams(
        { name: 'claude', url: messages.origin, format: 'anthropic-messages' },
        { name: 'local', url: other.origin, format: 'ollama' },
      ),
    )
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({
      status: 501,
      message: expect.stringMatching(/which has no embeddings API/) as string,
    })
    expect([...messages.seen, ...other.seen].filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('are asked elsewhere where an upstream fails, and say who gave them', async () => {
    const broken = await rememberingUpstream({ status: 500, type: 'application/json', body: '{"error":{"message":"no memory"}}' })
    const aliases = { embed: 'embed-v1' }
    const { origin, seen } = await rememberingUpstream(reply)
    const { url } = await startGateway(
      ...upstreams(
        { name: 'away', url: closedPort, aliases },
        { name: 'broken', url: broken.origin, priority: 1, aliases },
        { name: 'local', url: origin, priority: 2, aliases: { embed: 'nomic-embed-text' } },
      ),
    )
    const { response } = await openai(url).embeddings.create({ model: 'embed', input: 'one' }).withResponse()
    expect([response.headers.get('x-reason-upstream'), response.headers.get('x-reason-model')]).toEqual(['local', 'nomic-embed-text'])
    expect([broken.seen.length, seen.length]).toEqual([1, 1])
  })

  it('are not asked elsewhere where they were understood and refused', async () => {
    const strict = await rememberingUpstream({ status: 400, type: 'application/json', body: '{"error":{"message":"too long"}}' })
    const { origin, seen } = await rememberingUpstream(reply)
    const { url } = await startGateway(...upstreams({ name: 'strict', url: strict.origin }, { name: 'local', url: origin, priority: 1 }))
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    expect(seen).toEqual([])
  })

  it('say when to come again where everybody is busy', async () => {
    const busy = await startUpstream((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"message":"busy"}}'))
    for (const flags of [['--upstream', busy], upstreams({ name: 'one', url: busy })]) {
      const { url } = await startGateway(...flags)
      const response = await postJson(`${url}/v1/embeddings`, { model: 'embed', input: 'one' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    }
  })

  it('leave no listener behind for each upstream that was asked in vain', async () => {
    const broken = await rememberingUpstream({ status: 500, type: 'application/json', body: '{}' })
    const warnings: string[] = []
    const warned = ({ name }: Error): void => void warnings.push(name)
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    const many = Array.from({ length: 12 }, (_, priority) => ({ name: `number ${priority}`, url: broken.origin, priority }))
    const { url } = await startGateway(...upstreams(...many), '--routing', '{"retries":{"attempts":20}}')
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({ status: 500 })
    expect([broken.seen.length, warnings]).toEqual([12, []])
  })

  it('cannot be had for a while where the only upstream that has them is out of order, although others answer', async () => {
    const broken = await rememberingUpstream({ status: 500, type: 'application/json', body: '{}' })
    const messages = await rememberingUpstream(reply)
    const { url, chat } = await startGateway(
      ...upstreams(
        { name: 'broken', url: broken.origin, health: { consecutiveFailures: 1, open: 60_000 } },
        { name: 'claude', url: messages.origin, format: 'anthropic-messages', priority: 1 },
      ),
    )
    await (await chat({ model: 'embed', messages: question })).text()
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
    })
  })

  it('put an upstream that fails out of order, and are counted as what becomes of them', async () => {
    const broken = await rememberingUpstream({ status: 500, type: 'application/json', body: '{}' })
    const { origin, seen } = await rememberingUpstream(reply)
    const health = { consecutiveFailures: 2, open: 60_000 }
    const { url } = await startGateway(
      ...upstreams({ name: 'broken', url: broken.origin, health }, { name: 'local', url: origin, priority: 1, concurrency: 1 }),
    )
    for (let i = 0; i < 3; i++) await openai(url).embeddings.create({ model: 'embed', input: 'one' })
    expect([broken.seen.length, seen.length]).toEqual([2, 3])
    expect(await standing(url)).toMatchObject([
      { health: 'down', inFlight: 0 },
      { health: 'up', inFlight: 0 },
    ])
    expect(await attempts(url)).toEqual({ 'broken server_error': 2, 'local ok': 3 })
  })

  it.each([
    ['is out of reach', { url: closedPort }, 'down', 'network'],
    ['has none', { status: 501, body: '{"error":{"message":"This server does not support embeddings."}}' }, 'up', 'server_error'],
    ['understands and refuses', { status: 400, body: '{"error":{"message":"too long"}}' }, 'up', 'client_error'],
    ['says something else', { body: '{"choices":[]}' }, 'down', 'protocol'],
  ])('of an upstream that %s are a word on its health', async (_, says, state, outcome) => {
    const url = 'url' in says ? says.url : (await rememberingUpstream({ type: 'application/json', ...says })).origin
    const gateway = await startGateway(
      ...upstreams({ name: 'one', url, health: { consecutiveFailures: 1, open: 60_000 } }),
      '--visibility',
      'none',
    )
    await expect(openai(gateway.url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toBeInstanceOf(OpenAI.APIError)
    expect(await standing(gateway.url)).toMatchObject([{ health: state }])
    expect(await attempts(gateway.url)).toEqual({ [`one ${outcome}`]: 1 })
  })

  it('are counted where there is one upstream', async () => {
    const { origin } = await rememberingUpstream(reply)
    const { url } = await startGateway('--upstream', origin)
    await openai(url).embeddings.create({ model: 'embed', input: 'one' })
    expect(Object.values(await attempts(url))).toEqual([1])
  })

  it('are nothing that is made up where an upstream has none', async () => {
    const { origin, seen } = await rememberingUpstream(reply)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
    await expect(openai(url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({
      status: 501,
      message: expect.stringMatching(/speaks anthropic-messages, which has no embeddings API/) as string,
    })
    expect(seen).toEqual([])
    const recordings = await startGateway()
    await expect(openai(recordings.url).embeddings.create({ model: 'embed', input: 'one' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/Give the gateway the address of an upstream/) as string,
    })
  })

  it('are asked for by keys that may ask the model, as often as they may', async () => {
    const { path, make } = keyFile()
    const { origin, seen } = await rememberingUpstream(reply)
    const { text } = await make({ models: ['embed'], rateLimits: { requestsPerMinute: 3 } })
    const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', origin)
    // Each counts before it is read.
    await expect(openai(url, text).embeddings.create({ model: 'other', input: 'one' })).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
    await expect(openai(url, text).embeddings.create({ model: '', input: 'one' })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await openai(url, text).embeddings.create({ model: 'embed', input: 'one' })
    await expect(openai(url, text).embeddings.create({ model: 'embed', input: 'one' })).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    expect(seen).toHaveLength(1)
  })

  it('count for the tokens of a minute: as reserved while they run, as reported afterwards', async () => {
    const { path, make } = keyFile()
    const { origin, seen } = await rememberingUpstream(reply)
    const { text } = await make({ rateLimits: { tokensPerMinute: 100 } })
    const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', origin)
    const ask = () => openai(url, text).embeddings.create({ model: 'embed', input: 'word '.repeat(200) })
    const atOnce = await Promise.allSettled(Array.from({ length: 8 }, ask))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(seen).toHaveLength(1)
    for (const one of atOnce) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(OpenAI.RateLimitError)
    await expect
      .poll(
        () =>
          ask().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
  })

  it('cost what the upstream reports, however short the request is', async () => {
    const { path, make } = keyFile()
    const { origin, seen } = await rememberingUpstream({
      ...reply,
      body: JSON.stringify({ ...list, usage: { prompt_tokens: 100, total_tokens: 100 } }),
    })
    const { text } = await make({ rateLimits: { tokensPerMinute: 100 } })
    const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', origin)
    const ask = () => openai(url, text).embeddings.create({ model: 'embed', input: 'one' })
    await ask()
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    expect(seen).toHaveLength(1)
  })
})

const standing = async (url: string): Promise<unknown> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { upstreams: unknown }).upstreams

/** Counts of attempts, by upstream and outcome. */
async function attempts(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(/^upstream_requests_total\{provider="[^"]*",upstream="([^"]+)",outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, upstream, outcome, count]) => [`${upstream} ${outcome}`, Number(count)]))
}
