import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { answers, fakeUpstream, closedPort, refuses, upstreams, type Behave } from '../../support/several-upstreams.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, completion, done, sendStream } from '../../support/upstream.ts'

const resets: Behave = (response) => void response.destroy()
/** Good so far, and not a byte. */
const breaksAfterHead: Behave = (response) => {
  sendStream(response)
  response.flushHeaders()
  setTimeout(() => response.destroy(), 20)
}
const silent: Behave = () => {}

interface Upstreams {
  upstreams: { upstream: string; health: string; circuit: string; inFlight: number; queued: number }[]
}
const standing = async (url: string): Promise<Upstreams['upstreams']> =>
  ((await (await fetch(`${url}/readyz`)).json()) as Upstreams).upstreams

describe.each([
  ['streamed', true],
  ['whole', false],
] as const)('a %s request', (_, stream) => {
  it.each([
    ['answers 500', refuses(500)],
    ['answers 503', refuses(503)],
    ['gives up with a 408', refuses(408)],
    ['asks to be left alone', refuses(429, { 'retry-after': '30' })],
    ['resets the connection', resets],
    ['breaks off after its head', breaksAfterHead],
    ['is a page that leads elsewhere', refuses(302, { location: '/' })],
    ['takes too long to answer', silent],
  ])('goes to another upstream when the first %s', async (_name, behave) => {
    const first = await fakeUpstream('first', behave)
    const second = await fakeUpstream('second')
    const { chat, url } = await startGateway(
      ...upstreams(
        { name: 'first', url: first.url, models: ['m'], timeouts: { response: 150 } },
        { name: 'second', url: second.url, priority: 1, aliases: { m: 'their-m' } },
      ),
    )
    const response = await chat({ model: 'm', messages: question, stream })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-reason-upstream')).toBe('second')
    expect(await response.text()).toContain('second')
    expect(second.asked).toEqual(['their-m'])
    expect(first.asked.length).toBe(1)
    await expect.poll(async () => (await standing(url)).map(({ inFlight }) => inFlight)).toEqual([0, 0])
  })

  it('goes to another upstream if the first has no listener', async () => {
    const second = await fakeUpstream('second')
    const { chat } = await startGateway(...upstreams({ name: 'first', url: closedPort }, { name: 'second', url: second.url, priority: 1 }))
    expect(await (await chat({ model: 'm', messages: question, stream })).text()).toContain('second')
  })

  it('stays at an upstream that refuses it as invalid', async () => {
    const first = await fakeUpstream('first', refuses(400))
    const second = await fakeUpstream('second')
    const { chat, url } = await startGateway(
      ...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }),
    )
    const response = await chat({ model: 'm', messages: question, stream })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: 'no 400' } })
    expect(second.asked).toEqual([])
    expect(await standing(url)).toMatchObject([{ health: 'up', inFlight: 0 }, {}])
  })

  it('gets the error of the last upstream if all fail', async () => {
    const first = await fakeUpstream('first', resets)
    const second = await fakeUpstream('second', refuses(500))
    const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }))
    const response = await chat({ model: 'm', messages: question, stream })
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(first.asked.length + second.asked.length).toBe(3)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/no 500|broke the connection/) as string } })
  })
})

it('does not retry a request after its answer has begun', async () => {
  const first = await fakeUpstream('first', (response) => {
    sendStream(response)
    response.write(chunk({ content: 'half' }))
    setTimeout(() => response.destroy(), 20)
  })
  const second = await fakeUpstream('second')
  const { chat, url } = await startGateway(
    ...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }),
  )
  const response = await chat({ model: 'm', messages: question, stream: true })
  const text = await response.text()
  expect(textOf(text, 'content')).toBe('half')
  expect(text).toContain('broke the connection')
  expect(second.asked).toEqual([])
  expect(await standing(url)).toMatchObject([{ upstream: 'first', health: 'degraded', inFlight: 0 }, { health: 'up' }])
})

it('does not send a request to an upstream whose format cannot express it, and frees its slot', async () => {
  const first = await fakeUpstream('first')
  const { chat, url } = await startGateway(...upstreams({ name: 'first', url: first.url, format: 'cohere', concurrency: 1 }))
  for (let count = 0; count < 2; count += 1) {
    const response = await chat({ model: 'm', messages: question, n: 2 })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'n' } })
  }
  expect(await standing(url)).toMatchObject([{ inFlight: 0, health: 'up' }])
})

describe('a request that not all upstream formats can express', () => {
  const twoAnswers = { model: 'm', messages: question, n: 2 }

  it('goes to the upstreams that can', async () => {
    const cohere = await fakeUpstream('cohere')
    const able = await fakeUpstream('able')
    const { chat, url } = await startGateway(
      ...upstreams({ name: 'cohere', url: cohere.url, format: 'cohere', concurrency: 1 }, { name: 'able', url: able.url, priority: 1 }),
    )
    for (let count = 0; count < 2; count += 1) {
      const response = await chat(twoAnswers)
      expect([response.status, response.headers.get('x-reason-upstream')]).toEqual([200, 'able'])
    }
    expect(cohere.asked).toEqual([])
    expect(await standing(url)).toMatchObject([{ upstream: 'cohere', inFlight: 0, health: 'up' }, { upstream: 'able' }])
  })

  it('gets the error of the capable upstream, not that of the others', async () => {
    const able = await fakeUpstream('able', refuses(503, { 'retry-after': '20' }))
    const cohere = await fakeUpstream('cohere')
    const { chat } = await startGateway(
      ...upstreams({ name: 'able', url: able.url }, { name: 'cohere', url: cohere.url, format: 'cohere', priority: 1 }),
    )
    const failed = await chat(twoAnswers)
    expect([failed.status, failed.headers.get('x-reason-upstream'), failed.headers.get('retry-after')]).toEqual([503, 'able', '20'])
    expect(await failed.text()).toContain('no 503')
    expect([able.asked.length, cohere.asked.length]).toEqual([1, 0])
  })

  it('is retried at the upstreams that can', async () => {
    const able = await fakeUpstream('able', refuses(500))
    const cohere = await fakeUpstream('cohere')
    const other = await fakeUpstream('other')
    const { chat } = await startGateway(
      ...upstreams(
        { name: 'able', url: able.url },
        { name: 'cohere', url: cohere.url, format: 'cohere', priority: 1 },
        { name: 'other', url: other.url, priority: 2 },
      ),
    )
    const response = await chat(twoAnswers)
    expect([response.status, response.headers.get('x-reason-upstream')]).toEqual([200, 'other'])
    expect(cohere.asked).toEqual([])
  })
})

it('skips an upstream after repeated failures, and returns to it after a successful probe', async () => {
  const first = await fakeUpstream('first', refuses(500))
  const second = await fakeUpstream('second')
  const { chat, url } = await startGateway(
    ...upstreams({ name: 'first', url: first.url, probe: 40 }, { name: 'second', url: second.url, priority: 1 }),
  )
  const ask = async () => (await chat({ model: 'm', messages: question })).text()
  for (let count = 0; count < 5; count += 1) expect(await ask()).toContain('second')
  expect((await standing(url))[0]).toMatchObject({ health: 'down' })
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('upstream_up{upstream="first"} 0')
  first.behave(answers('first'))
  // A probe that is answered lets the next request through.
  await expect.poll(async () => (await standing(url))[0]!.circuit).toBe('half-open')
  expect(await ask()).toContain('first')
  expect((await standing(url))[0]).toMatchObject({ circuit: 'closed' })
  expect(await ask()).toContain('first')
})

it('keeps the circuit open longer after each HTTP 200 with an error', async () => {
  const broken = await fakeUpstream('broken', (response) => {
    sendStream(response)
    response.end('data: {"error":{"message":"no slot"}}\n\n')
  })
  const fine = await fakeUpstream('fine')
  const { chat, url } = await startGateway(
    ...upstreams(
      { name: 'broken', url: broken.url, health: { consecutiveFailures: 3, open: 100 } },
      { name: 'fine', url: fine.url, priority: 1 },
    ),
  )
  const ask = async (): Promise<unknown> => (await chat({ model: 'm', messages: question, stream: true })).text()
  for (let count = 0; count < 3; count += 1) await ask()
  for (let trials = 1; trials < 4; trials += 1) {
    await expect.poll(async () => (await standing(url))[0]!['circuit']).toBe('half-open')
    await ask()
    expect(broken.asked.length).toBe(3 + trials)
    expect((await standing(url))[0]).toMatchObject({ health: 'down', circuit: 'open' })
  }
})

it.each([true, false])(
  'does not count an HTTP 200 against an upstream if its error is about a fault of the request (stream: %s)',
  async (stream) => {
    const failed = {
      object: 'response',
      id: 'resp_1',
      created_at: 1,
      model: 'm',
      status: 'failed',
      output: [],
      error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
    }
    const first = await fakeUpstream('first', (response, body) => {
      if (body.stream !== true) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(failed))
      sendStream(response)
      response.end(`event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', sequence_number: 0, response: failed })}\n\n`)
    })
    const second = await fakeUpstream('second')
    const { chat, url } = await startGateway(
      ...upstreams(
        { name: 'first', url: first.url, format: 'openai-responses', health: { consecutiveFailures: 1 } },
        { name: 'second', url: second.url, priority: 1 },
      ),
    )
    for (let count = 0; count < 2; count += 1) {
      const response = await chat({ model: 'm', messages: question, stream })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
      })
    }
    expect([first.asked.length, second.asked.length]).toEqual([2, 0])
    expect((await standing(url))[0]).toMatchObject({ health: 'up', circuit: 'closed' })
  },
)

it('sends retry-after if no upstream is left', async () => {
  const only = await fakeUpstream('only', refuses(429, { 'retry-after': '30' }))
  const { chat } = await startGateway(...upstreams({ name: 'only', url: only.url, models: ['*'] }))
  const first = await chat({ model: 'm', messages: question })
  expect(first.status).toBe(429)
  expect(first.headers.get('retry-after')).toBe('30')
  expect(await first.json()).toMatchObject({ error: { message: 'no 429' } })
  const second = await chat({ model: 'm', messages: question })
  expect(second.status).toBe(429)
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(20)
  expect(await second.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect(only.asked.length).toBe(1)
})

it('does not skip an upstream because the key of one client is rate-limited', async () => {
  const only = await fakeUpstream('only', refuses(429, { 'retry-after': '30' }))
  const { chat } = await startGateway(...upstreams({ name: 'only', url: only.url, models: ['*'] }))
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-theirs' }
  expect((await chat({ model: 'm', messages: question }, { headers })).status).toBe(429)
  only.behave(answers('yours'))
  expect((await chat({ model: 'm', messages: question })).status).toBe(200)
})

describe('a whole answer that breaks off', () => {
  const half: Behave = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 }).write('{"id":"half","choices":[')
    setTimeout(() => response.destroy(), 20)
  }

  it('is retried at another upstream: the client has received nothing', async () => {
    const first = await fakeUpstream('first', half)
    const second = await fakeUpstream('second')
    const { chat, url } = await startGateway(
      ...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }),
    )
    const response = await chat({ model: 'm', messages: question })
    expect([response.status, response.headers.get('x-reason-upstream')]).toEqual([200, 'second'])
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'second' } }] })
    expect(first.asked.length).toBe(1)
    expect(await standing(url)).toMatchObject([
      { health: 'degraded', inFlight: 0 },
      { health: 'up', inFlight: 0 },
    ])
  })

  it('is an error if it breaks off at every attempt', async () => {
    const first = await fakeUpstream('first', half)
    const { chat } = await startGateway(
      ...upstreams({ name: 'first', url: first.url, weight: 1 }),
      '--routing',
      '{"retries":{"attempts":2,"baseDelay":1}}',
    )
    const response = await chat({ model: 'm', messages: question })
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('broke the connection')
    expect(first.asked.length).toBe(2)
  })

  it('is limited by --answer-limit, without a retry', async () => {
    const first = await fakeUpstream('first', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"choices":[{"message":{"content":"${'x'.repeat(5000)}"}}]}`)
    })
    const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url, weight: 1 }), '--answer-limit', '4096')
    const response = await chat({ model: 'm', messages: question })
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('--answer-limit')
    expect(first.asked.length).toBe(1)
  })
})

describe('routing rules', () => {
  const rules = (value: object): string[] => ['--routing', JSON.stringify(value)]

  it('set the number of attempts', async () => {
    for (const attempts of [1, 4]) {
      const first = await fakeUpstream('first', refuses(500))
      const { chat } = await startGateway(
        ...upstreams({ name: 'first', url: first.url, weight: 1, health: { consecutiveFailures: 0 } }),
        ...rules({ retries: { attempts, baseDelay: 1 } }),
      )
      expect((await chat({ model: 'm', messages: question })).status).toBe(500)
      expect(first.asked.length).toBe(attempts)
    }
  })

  it('set when a circuit opens, for all upstreams and for one', async () => {
    const [one, other] = [await fakeUpstream('one', refuses(500)), await fakeUpstream('other', refuses(500))]
    const { chat, url } = await startGateway(
      ...upstreams(
        { name: 'one', url: one.url, models: ['a'] },
        { name: 'other', url: other.url, models: ['b'], health: { consecutiveFailures: 3 } },
      ),
      ...rules({ retries: { attempts: 1 }, health: { consecutiveFailures: 2, open: 60_000 } }),
    )
    for (let count = 0; count < 2; count += 1) for (const model of ['a', 'b']) await (await chat({ model, messages: question })).text()
    expect(await standing(url)).toMatchObject([
      { health: 'down', circuit: 'open' },
      { health: 'degraded', circuit: 'closed' },
    ])
    const refused = await chat({ model: 'a', messages: question })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect([one.asked.length, other.asked.length]).toEqual([2, 2])
  })
})

it('names the answering upstream in the trace, not the one tried first', async () => {
  const first = await fakeUpstream('first', refuses(503))
  const second = await fakeUpstream('second')
  const { chat, url } = await startGateway(
    ...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }),
    '--traces',
    'sqlite',
  )
  await (await chat({ model: 'm', messages: question })).text()
  await expect
    .poll(async () => (await (await fetch(`${url}/api/traces`)).json()) as unknown)
    .toMatchObject({ items: [{ metadata: { upstream: 'second' } }] })
})

describe('HTTP 200 without an answer', () => {
  const failure = { error: { message: 'overloaded', code: 503 } }
  const event = `data: ${JSON.stringify(failure)}\n\n`
  const deepFailure = `{"error":{"message":${'['.repeat(100_000)}${']'.repeat(100_000)},"code":503}}`
  const streams =
    (...pieces: string[]): Behave =>
    (response) => {
      sendStream(response)
      void write(pieces, response)
    }
  const whole =
    (type: string, body: string): Behave =>
    (response) =>
      void response.writeHead(200, { 'content-type': type }).end(body)

  it.each<[string, boolean, string, Behave]>([
    ['an error first in a stream', true, 'server_error', streams(event, done)],
    ['an error in two pieces', true, 'server_error', streams(event.slice(0, 20), event.slice(20))],
    ['an error of which a read begins with a colon', true, 'server_error', streams(event.slice(0, 4), event.slice(4, 20), event.slice(20))],
    ['an error that nests deeply', true, 'server_error', streams(`data: ${deepFailure}\n\n`, done)],
    ['a stream of nothing', true, 'protocol', streams(done)],
    ['a page where a stream was asked for', true, 'protocol', whole('text/html', '<p>maintenance</p>')],
    ['an error in a stream where a body was asked for', false, 'server_error', streams(event, done)],
    ['an error in a body', false, 'server_error', whole('application/json', JSON.stringify(failure))],
    ['an error in a body that nests deeply', false, 'server_error', whole('application/json', deepFailure)],
    ['a page', false, 'protocol', whole('text/html', '<p>maintenance</p>')],
    ['nothing', false, 'protocol', whole('application/json', '')],
  ])('is retried at another upstream: %s', async (_, stream, outcome, behave) => {
    const first = await fakeUpstream('first', behave)
    const second = await fakeUpstream('second')
    const { chat, url } = await startGateway(
      ...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }),
    )
    const response = await chat({ model: 'm', messages: question, stream })
    expect([response.status, response.headers.get('x-reason-upstream')]).toEqual([200, 'second'])
    const text = await response.text()
    expect(text).toContain('second')
    expect(text).not.toContain('overloaded')
    const metrics = async (): Promise<string> => await (await fetch(`${url}/metrics`)).text()
    await expect.poll(metrics).toContain('upstream_requests_total{provider="other",upstream="second",outcome="ok"} 1')
    expect(await metrics()).toContain(`upstream_requests_total{provider="other",upstream="first",outcome="${outcome}"} 1`)
    expect(await standing(url)).toMatchObject([{ health: 'degraded', inFlight: 0 }, { health: 'up' }])
  })

  it('is closed, even if the upstream goes on', async () => {
    const first = await fakeUpstream('first', (response) => {
      sendStream(response)
      response.write(event)
    })
    const second = await fakeUpstream('second')
    const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }))
    expect(await (await chat({ model: 'm', messages: question, stream: true })).text()).toContain('second')
    await expect.poll(() => first.open).toBe(0)
  })

  it.each<[string, boolean, number, Behave]>([
    ['everybody says it', true, 503, streams(event, done)],
    ['everybody says it in a body', false, 503, whole('application/json', JSON.stringify(failure))],
    ['it is about the request', true, 400, streams(`data: {"error":{"message":"overloaded","code":400}}\n\n`)],
  ])('reaches the client if %s', async (_, stream, status, behave) => {
    const first = await fakeUpstream('first', behave)
    const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url, weight: 1, health: { consecutiveFailures: 0 } }))
    const response = await chat({ model: 'm', messages: question, stream })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: 'overloaded' } })
    expect(first.asked.length).toBe(status === 400 ? 1 : 3)
  })

  it('reaches the client after the gateway has forwarded a keep-alive', async () => {
    const first = await fakeUpstream('first', (response) => {
      sendStream(response)
      response.write(': still thinking\n\n')
      setTimeout(() => response.end(event + done), 50)
    })
    const second = await fakeUpstream('second')
    const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url }, { name: 'second', url: second.url, priority: 1 }))
    const response = await chat({ model: 'm', messages: question, stream: true })
    expect([response.status, response.headers.get('x-reason-upstream')]).toEqual([200, 'first'])
    expect(await response.text()).toContain('overloaded')
    expect(second.asked).toEqual([])
  })
})

it.each([true, false])('an answer with the maximum number of calls arrives (stream: %s)', async (stream) => {
  const calls = Array.from({ length: 1000 }, (_, index) => ({
    index,
    id: `c${index}`,
    type: 'function',
    function: { name: 'f', arguments: '{}' },
  }))
  const first = await fakeUpstream('first', (response) => {
    if (stream) sendStream(response)
    else response.setHeader('content-type', 'application/json')
    response.end(
      stream ? chunk({ tool_calls: calls }) + chunk({}, { finish_reason: 'tool_calls' }) + done : completion({ tool_calls: calls }),
    )
  })
  const { chat } = await startGateway(...upstreams({ name: 'first', url: first.url }, { name: 'second', url: first.url, priority: 1 }))
  const text = await (await chat({ model: 'm', messages: question, stream })).text()
  expect(text).toContain('"c999"')
  expect(first.asked.length).toBe(1)
})

/** Each of them as a read of its own, as far as the network does not join them. */
async function write(pieces: readonly string[], response: ServerResponse): Promise<void> {
  for (const piece of pieces) {
    response.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  response.end()
}
