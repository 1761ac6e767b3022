import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openKeyFile } from '@reason/keys'
import type { Observer } from '@reason/core/pipeline'
import { cohere } from '@reason/providers-cohere'
import { thinkTags } from '@reason/think-tags'
import { openTraceStore } from '@reason/trace-store'
import type OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GatewayRule } from '../../src/gateway-rule.ts'
import { createGateway, type Gateway } from '../../src/gateway.ts'
import type { GatewayOptions } from '../../src/gateway-options.ts'
import { clientOf, rig, type Play } from '../support/rig.ts'

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'qwen3-8b', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** A model that thinks in tags, cut where it hurts. */
const tagged: Play = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const content of ['<th', 'ink>17 × 3', ' is 51.</thi', 'nk>\n\nIt is ', '51.']) response.write(event({ content }))
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
}

const post = (gateway: Gateway, body: object, host?: Parameters<Gateway['fetch']>[1]): Promise<Response> =>
  gateway.fetch(
    new Request('http://gateway.example/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    host,
  )

const question = { model: 'qwen3-8b', messages: [{ role: 'user' as const, content: '17 × 3?' }] }

/** Text of a stream as the official client shows it. */
async function streamed(client: OpenAI): Promise<{ reasoning: string; answer: string }> {
  const seen = { reasoning: '', answer: '' }
  for await (const { choices } of await client.chat.completions.create({ ...question, stream: true })) {
    const delta = choices[0]?.delta as { content?: string | null; reasoning_content?: string } | undefined
    seen.reasoning += delta?.reasoning_content ?? ''
    seen.answer += delta?.content ?? ''
  }
  return seen
}

describe('a gateway in an application', () => {
  it('splits a stream for the official client', async () => {
    const { client, asked } = await rig(tagged)
    expect(await streamed(client)).toEqual({ reasoning: '17 × 3 is 51.', answer: 'It is 51.' })
    expect(asked[0]).toMatchObject({ model: 'qwen3-8b', stream: true })
  })

  it('shows no thought at visibility none', async () => {
    const { client } = await rig(tagged, { visibility: 'none' })
    expect(await streamed(client)).toEqual({ reasoning: '', answer: 'It is 51.' })
  })

  it('gives a whole answer, with the response headers of the upstream', async () => {
    const { client } = await rig((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'of-upstream' })
      response.end(
        JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          created: 1,
          model: 'qwen3-8b',
          choices: [{ index: 0, message: { role: 'assistant', content: '<think>51.</think>It is 51.' }, finish_reason: 'stop' }],
        }),
      )
    })
    const { data, response } = await client.chat.completions.create(question).withResponse()
    expect(data.choices[0]!.message).toMatchObject({ content: 'It is 51.', reasoning_content: '51.' })
    expect(response.headers.get('x-request-id')).toBe('of-upstream')
  })

  it('asks an upstream that leads back to it once, and another gateway of the application like any upstream', async () => {
    let asked = 0
    const back: typeof fetch = (url, init) => (asked++, looped.fetch(new Request(url, init)))
    const looped = createGateway({ upstream: 'http://looped.example', startProbe: false, fetch: back })
    const chained = createGateway({ upstream: 'http://looped.example', startProbe: false, fetch: back })
    for (const [first, count] of [
      [looped, 1],
      [chained, 2],
    ] as const) {
      asked = 0
      const response = await post(first, question)
      expect([response.status, await response.json()]).toMatchObject([508, { error: { code: 'request_loop' } }])
      expect(asked).toBe(count)
    }
    await Promise.all([looped.close(), chained.close()])
  })

  it('refuses the next request of a session whose budget is used up', async () => {
    const { client } = await rig(tagged, { sessionBudget: 1 })
    const headers = { 'x-reason-session': 's' }
    await (await client.chat.completions.create({ ...question, stream: true }, { headers })).toReadableStream().cancel()
    await streamed(client)
    await expect(client.chat.completions.create(question, { headers })).rejects.toMatchObject({ status: 429 })
  })

  it('accepts the configured keys, and refuses others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = openKeyFile(join(folder, 'keys.json'))
    const made = await file.create({ name: 'app', visibility: 'none' })
    const { client, gateway, asked } = await rig(tagged, { keys: file.list() })
    await expect(client.chat.completions.create(question)).rejects.toMatchObject({ status: 401, code: 'key_malformed' })
    expect(asked).toEqual([])
    expect(await streamed(clientOf(gateway, made.text))).toEqual({ reasoning: '', answer: 'It is 51.' })
  })

  it('sends each upstream its own key, and tries the next one if the first fails', async () => {
    const shown: (string | undefined)[] = []
    const { gateway } = await rig(
      (response, request) => {
        shown.push(request.headers.authorization)
        if (shown.length === 1) return void response.writeHead(503).end('{}')
        tagged(response, request)
      },
      {},
      (url) => ({
        upstreams: [
          { name: 'a', url, key: 'sk-a', priority: 0 },
          { name: 'b', url, key: 'sk-b', priority: 1 },
        ],
      }),
    )
    expect(await streamed(clientOf(gateway))).toEqual({ reasoning: '17 × 3 is 51.', answer: 'It is 51.' })
    expect(shown).toEqual(['Bearer sk-a', 'Bearer sk-b'])
  })

  it('ends an answer that does not begin, and one that stops without an end', async () => {
    const silent = await rig(() => {}, { responseTimeout: 100 })
    await expect(silent.client.chat.completions.create(question)).rejects.toMatchObject({ status: 504, code: 'upstream_timeout' })
    const stuck = await rig(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(event({ content: 'Hello' }))
      },
      { idleTimeout: 100 },
    )
    const answered = await post(stuck.gateway, { ...question, model: 'm', stream: true })
    expect(await answered.text()).toMatch(/Hello[^]*upstream_timeout/)
  })

  it('fails the stream of a client that reads nothing for too long, and closes the upstream connection', async () => {
    const left = Promise.withResolvers<void>()
    const { gateway } = await rig(
      (response) => {
        response.on('close', left.resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (let count = 0; count < 20; count++) response.write(event({ content: 'x'.repeat(10_000) }))
      },
      { stallTimeout: 200 },
    )
    const { body } = await post(gateway, { ...question, model: 'm', stream: true })
    await left.promise
    await expect(body!.getReader().read()).rejects.toThrow('read nothing for 200 ms')
  })

  it('stores the trace before the work passed to waitUntil ends', async () => {
    const traces = await openTraceStore({ url: 'sqlite::memory:', mode: 'full' })
    onTestFinished(() => traces.close())
    const { gateway } = await rig(tagged, { traces, traceMode: 'full' })
    const behind: Promise<unknown>[] = []
    const response = await post(gateway, { ...question, stream: true }, { waitUntil: (work) => behind.push(work) })
    await response.text()
    await Promise.all(behind)
    const { items } = await traces.list({})
    expect([behind.length, items.map(({ model }) => model)]).toEqual([1, ['qwen3-8b']])
  })

  it('finishes open answers when it closes, and refuses new requests', async () => {
    const release = Promise.withResolvers<void>()
    const { gateway } = await rig((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ content: 'Hello' }))
      void release.promise.then(() => response.end(`${event({}, 'stop')}data: [DONE]\n\n`))
    })
    const response = await post(gateway, { ...question, model: 'm', stream: true })
    const closed = gateway.close()
    expect((await post(gateway, question)).status).toBe(503)
    release.resolve()
    expect(await response.text()).toContain('[DONE]')
    await closed
  })

  it('forwards long text in any script', async () => {
    const words = ['É', '漢字', '😀', ' 17 × 3 ', 'ß']
    const { client } = await rig((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const next = (left: number): void => {
        if (left === 0) return void response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
        response.write(words.map((content) => event({ content })).join(''))
        setImmediate(next, left - 1)
      }
      next(40)
    })
    expect(await streamed(client)).toEqual({ reasoning: '', answer: words.join('').repeat(40) })
  })

  it('reads a compressed answer, although the request accepts none', async () => {
    const { client } = await rig((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const message = { role: 'assistant', content: 'It is 51.' }
      response.end(gzipSync(JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] })))
    })
    const { choices } = await client.chat.completions.create(question)
    expect(choices[0]!.message.content).toBe('It is 51.')
  })

  it('follows no redirect', async () => {
    const { client, asked } = await rig(
      (response, { headers }) => void response.writeHead(307, { location: `http://${headers.host}/other` }).end(),
    )
    await expect(client.chat.completions.create(question)).rejects.toMatchObject({ status: 502, code: 'upstream_unusable' })
    expect(asked).toHaveLength(1)
  })

  it('reports an upstream without a listener', async () => {
    const { client } = await rig(tagged, { upstream: 'http://127.0.0.1:9' })
    await expect(client.chat.completions.create(question)).rejects.toMatchObject({ status: 502, code: 'upstream_unreachable' })
  })

  const own = { ...thinkTags(), id: 'own' }
  const plugin = { specVersion: 1, id: 'a', options: {}, create: () => ({ kind: 'rule' }) }

  it('names the required runtimes in a runtime that is too old', () => {
    const known = Object.getOwnPropertyDescriptor(Promise, 'withResolvers')!
    onTestFinished(() => void Object.defineProperty(Promise, 'withResolvers', known))
    Reflect.deleteProperty(Promise, 'withResolvers')
    expect(() => createGateway({ upstream: 'http://127.0.0.1:9' })).toThrow('which this runtime lacks. Use Node 22.12 or newer')
  })

  it.each([
    [{}, 'has no upstream'],
    [{ upstream: 'llama' }, 'http'],
    [{ upstream: 'http://127.0.0.1:9', visibilty: 'none' }, 'visibilty'],
    [{ upstream: 'http://127.0.0.1:9', adapters: [plugin] }, 'adapters[0] has kind undefined, but must have "text" or "wire"'],
    [
      { upstream: 'http://127.0.0.1:9', adapters: [thinkTags()] },
      'adapters[0] cannot be used. Its id is "think-tags", which is built into',
    ],
    [{ upstream: 'http://127.0.0.1:9', adapters: [own, own] }, 'Its id is "own", as that of adapters[0]. Keep one of them.'],
    [
      { upstream: 'http://127.0.0.1:9', adapters: [{ ...cohere(), id: 'own', writeRequest: undefined }] },
      'It is a wire format without writeRequest, which a gateway needs',
    ],
    [{ upstream: 'http://127.0.0.1:9', rules: [{ kind: 'rule', id: 'r', admit() {} }, plugin] }, 'give what its create(options) returns'],
    [{ upstream: 'http://127.0.0.1:9', rules: [null] }, 'rules[0] has kind undefined'],
    [{ upstream: 'http://127.0.0.1:9', rules: [{ kind: 'rule', id: 'r' }] }, 'rules[0] needs an id and a function admit'],
    [{ upstream: 'http://127.0.0.1:9', rules: [{ kind: 'rule', admit() {} }] }, 'rules[0] needs an id and a function admit'],
    [{ upstream: 'http://127.0.0.1:9', keys: ['sk-1'] }, 'keys: must be a list of records, as openKeyFile('],
    [
      { upstream: 'http://127.0.0.1:9', llm: { 'postproc.reasoning.max_token': 5 } },
      'llm.postproc.reasoning.max_token: is not an option (did you mean postproc.reasoning.max_tokens?)',
    ],
    [{ upstream: 'http://127.0.0.1:9', sessionBudget: -5 }, 'sessionBudget is -5: must be a whole number from 0'],
    [undefined, 'expected object'],
    [{ upstream: 'http://127.0.0.1:9', rule: [] }, 'registry, fetch, telemetry, log'],
    [{ upstream: 'http://127.0.0.1:9', tracez: 1 }, 'did you mean "traces"?'],
    [{ upstream: 'http://127.0.0.1:9', upstreamFormat: 'openai' }, 'upstreamFormat is "openai", but must be one of: openai-chat'],
    [{ upstreams: [{ url: 'http://127.0.0.1:9', format: 'x' }] }, 'upstreams.0.format is "x", but must be one of'],
    [{ upstream: 'http://127.0.0.1:9', adapter: 'thinktags' }, 'Did you mean think-tags?'],
    [{ upstream: 'http://127.0.0.1:9', adapters: thinkTags() }, 'adapters: must be a list of adapters'],
    [{ upstream: 'http://127.0.0.1:9', traces: 'sqlite:traces.db' }, 'traces: must be a store: await openTraceStore('],
    [{ upstream: 'http://127.0.0.1:9', keys: 'keys.json', fetch: 1, log: 'info' }, /keys: .*fetch is 1: .*log: must be/],
  ])('refuses options: case %#', (options, words) => {
    expect(() => createGateway(options as GatewayOptions)).toThrow(words)
  })

  it('says what it takes if a program gives it an address, as SDKs do', async () => {
    const { gateway } = await rig(tagged)
    const fetch = gateway.fetch as unknown as typeof globalThis.fetch
    await expect(fetch('http://gateway.example/v1/models')).rejects.toThrow('gateway.fetch() takes a Request: gateway.fetch(new Request(')
  })

  it.each([
    ['GET', '/v1/chat/completions', undefined, {}, 404],
    ['GET', '/v1/responses', undefined, { upgrade: 'websocket' }, 426],
    ['POST', '/v1/nothing', '{}', { 'content-type': 'application/json' }, 404],
    ['POST', '/v1/chat/completions', '{}', { 'content-type': 'text/plain' }, 415],
    ['POST', '/v1/chat/completions', '{', { 'content-type': 'application/json' }, 400],
    ['POST', '/v1/chat/completions', '{}', { 'content-type': 'application/json', 'content-encoding': 'br' }, 415],
    ['POST', '/v1/chat/completions', 'no gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 400],
    ['POST', '/v1/chat/completions', JSON.stringify(question), { 'content-type': 'application/json', 'x-reason-session': 'a, b' }, 400],
  ])('%s %s with %j: HTTP status of the refusal', async (method, path, body, headers, status) => {
    const { gateway, asked } = await rig(tagged)
    const response = await gateway.fetch(
      new Request(`http://gateway.example${path}`, { method, headers, ...(body !== undefined && { body }) }),
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/.{20}/) as string } })
    expect(asked).toEqual([])
  })

  it('accepts a compressed body, and refuses one that decompresses beyond the limit', async () => {
    const { gateway } = await rig(tagged, { bodyLimit: 1000 })
    const post = (body: string): Promise<Response> =>
      gateway.fetch(
        new Request('http://gateway.example/v1/chat/completions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipSync(body),
        }),
      )
    const answered = await post(JSON.stringify({ ...question, stream: true }))
    expect(await answered.text()).toContain('[DONE]')
    const refused = await post(JSON.stringify({ ...question, user: 'x'.repeat(1_000_000) }))
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('larger than 1000 bytes')])
  })

  it('pauses the upstream while the client reads nothing, and loses no text', async () => {
    // Twice of what the system holds.
    const pieces = 2000
    const filler = 'x'.repeat(10_000)
    let sent = 0
    const { gateway } = await rig((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const next = (): void => {
        while (sent < pieces) {
          sent++
          if (!response.write(event({ content: filler }))) return void response.once('drain', next)
        }
        response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
      }
      next()
    })
    const response = await gateway.fetch(
      new Request('http://gateway.example/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, model: 'm', stream: true }),
      }),
    )
    const reader = response.body!.getReader()
    await reader.read()
    let before = -1
    while (sent !== before) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(sent).toBeLessThan(pieces)
    let left = 0
    for (let read = await reader.read(); !read.done; read = await reader.read())
      left += Buffer.from(read.value).toString().replaceAll(/[^x]+/g, '').length
    expect(left).toBeGreaterThan((pieces - 20) * filler.length)
  })

  it('closes the upstream connection when the client disconnects', async () => {
    const left = Promise.withResolvers<void>()
    const { gateway } = await rig((response) => {
      response.on('close', left.resolve)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ content: 'Hello' }))
    })
    const leaving = new AbortController()
    const response = await gateway.fetch(
      new Request('http://gateway.example/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, model: 'm', stream: true }),
        signal: leaving.signal,
      }),
    )
    await response.body!.getReader().read()
    leaving.abort()
    await left.promise
  })

  it.each([
    ['leaves while it is written, as one that left', 1, true],
    ['stays, as answered', Infinity, false],
  ])('counts a long whole answer of a client that %s', async (_, leavesAfter, aborted) => {
    const ended = Promise.withResolvers<boolean>()
    const leaving = new AbortController()
    const observer: Observer = {
      id: 'leaving',
      when: 'after-policy',
      onPart: ({ type }) => void (type === 'finish' && leavesAfter === 1 && setImmediate(() => leaving.abort())),
    }
    const rule: GatewayRule = {
      kind: 'rule',
      id: 'leaving',
      admit: () => ({ begin: () => ({ observers: [observer] }), end: (outcome) => ended.resolve(outcome.aborted) }),
    }
    const { gateway } = await rig(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const message = { role: 'assistant', content: 'A long answer. '.repeat(400_000) }
        response.end(JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
      },
      { rules: [rule] },
    )
    const response = gateway.fetch(
      new Request('http://gateway.example/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, model: 'm' }),
        signal: leaving.signal,
      }),
    )
    response.catch(() => undefined)
    expect(await ended.promise).toBe(aborted)
  })
})
