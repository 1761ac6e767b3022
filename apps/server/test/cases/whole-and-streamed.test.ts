import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shared } from '@reason/testkit/shared'
import { ourWires } from '@reason/gateway/upstreams'
import { asObject, type Json } from '@reason/gateway/json'
import { startScripted, type Scripted, type Served } from '../matrix/upstream.ts'
import { contentTypeOf, recordedAnswers, recordedBody } from '../support/recorded.ts'
import { startGateway } from '../support/gateway.ts'
import { assembled, comparable } from './assembled.ts'
import { eventsIn } from './wire-drive.ts'
import { requestOf, type Endpoint } from './wire-rows.ts'
import { wireSiblings } from './wire-siblings.ts'

const paths = { completions: '/v1/chat/completions', messages: '/v1/messages', responses: '/v1/responses' } as const
const endpoints = Object.keys(paths) as Endpoint[]

/** Texts that nothing has closed: whole, they are the answer, and a stream cannot know that in time. */
const unclosed: ReadonlySet<string> = new Set(['bedrock/pyai-bedrock-moonshotai-tool-call-t1', 'ollama/rig-tools-optional-argument-t0'])

let upstream: Scripted
beforeAll(async () => void (upstream = await startScripted()))
afterAll(() => upstream.close())

/** The answer of a client that wants it whole, and of one that wants a stream, to the same bytes of an upstream. */
async function both(
  url: string,
  endpoint: Endpoint,
  model: string,
  served: Served,
  request: Json = {},
): Promise<[whole: Json, streamed: Json]> {
  const ask = async (stream: boolean): Promise<Json> => {
    upstream.play([served])
    const row = { id: '', endpoint: paths[endpoint], upstream: '', visibility: 'full' as const, stream, upstreamBody: '', expected: '' }
    const asked = requestOf({ ...row, request: { ...request, stream } }, model)
    const response = await fetch(url + paths[endpoint], {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...asked, ...(stream && endpoint === 'completions' && { stream_options: { include_usage: true } }) }),
    })
    const raw = await response.text()
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true
    return isStream ? assembled[endpoint](eventsIn(raw)) : asObject(JSON.parse(raw))
  }
  return [await ask(false), await ask(true)]
}

describe.skipIf(shared === undefined)('a whole answer has all that a stream of the same bytes has', () => {
  test.each(ourWires)(
    'recorded from %s',
    async (api) => {
      const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', api)
      const whole: Record<string, unknown> = {}
      const streamed: Record<string, unknown> = {}
      for (const row of recordedAnswers(api).filter(({ id }) => !unclosed.has(id)))
        for (const endpoint of endpoints) {
          const name = `${row.id}, to ${endpoint}`
          const served = { type: contentTypeOf(row), body: recordedBody(row) }
          const [one, other] = await both(url, endpoint, row.model, served)
          whole[name] = comparable(one)
          streamed[name] = comparable(other)
        }
      expect(streamed).toEqual(whole)
    },
    120_000,
  )
})

const upstreams = Map.groupBy(wireSiblings, ({ upstream: format, provider }) => `${format} ${provider ?? ''}`.trim())

describe('a whole answer of our own has all that a stream of the same bytes has', () => {
  test.each([...upstreams])('%s', async (_, rows) => {
    const { upstream: format, provider } = rows[0]!
    const own = provider === undefined ? [] : ['--upstream-provider', provider]
    const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, ...own)
    const whole: Record<string, unknown> = {}
    const streamed: Record<string, unknown> = {}
    for (const { id, endpoint, answer, request } of rows) {
      const [one, other] = await both(url, endpoint, 'm', answer, request)
      // A whole answer that fails is an error, and nothing else.
      if (one['error'] !== undefined && one['error'] !== null) continue
      whole[id] = comparable(one)
      streamed[id] = comparable(other)
    }
    expect(streamed).toEqual(whole)
  })
})
