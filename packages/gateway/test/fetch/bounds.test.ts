import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/gateway.ts'
import { rig, type Play, type Rig } from '../support/rig.ts'

const post = (gateway: Gateway, path: string, body: object, headers = {}): Promise<Response> =>
  gateway.fetch(
    new Request(`http://gateway.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** A model that writes this many characters, a kilobyte in each event. */
const writes =
  (kilobytes: number): Play =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const next = (left: number): void => {
      if (left <= 0) return void response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
      response.write(event({ content: 'x'.repeat(1024) }).repeat(Math.min(left, 64)))
      setImmediate(next, left - 64)
    }
    next(kilobytes)
  }

/** A model whose whole answer is this long. */
const answers =
  (kilobytes: number): Play =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const message = { role: 'assistant', content: 'x'.repeat(1024 * kilobytes) }
    response.end(JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
  }

const chat = { model: 'm', messages: [{ role: 'user', content: 'q' }] }
const repeated = 'more than 2097152 bytes of text as JSON'

it.each<[string, string, object, Play, boolean]>([
  ['a stream of Responses', '/v1/responses', { model: 'm', input: 'q', stream: true }, writes(2100), true],
  ['a stream of the own API', '/v1/generate', { ...chat, stream: true }, writes(2100), true],
  ['a stream whose end repeats nothing', '/v1/chat/completions', { ...chat, stream: true }, writes(2100), false],
  ['a stream of less', '/v1/responses', { model: 'm', input: 'q', stream: true }, writes(2000), false],
  ['a whole answer', '/v1/responses', { model: 'm', input: 'q' }, answers(2100), false],
])('text of two megabytes ends only a stream that repeats it: %s', async (_, path, body, play, isEnded) => {
  const { gateway } = await rig(play)
  const response = await post(gateway, path, body)
  expect((await response.text()).includes(repeated)).toBe(isEnded)
})

const conversation = (count: number): object => ({
  model: 'm',
  messages: Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: 'x' })),
})
const fails: Play = (response) => void response.writeHead(500).end()

it.each<[string, number, string, number]>([
  ['one more than the most, for another API', 5001, 'anthropic-messages', 400],
  ['the most, for another API', 4999, 'anthropic-messages', 500],
  ['more than the most, for the same API', 5001, 'openai-chat', 500],
])('a conversation of many messages: %s', async (_, count, upstreamFormat, status) => {
  const { gateway, asked } = await rig(fails, { upstreamFormat: upstreamFormat as 'openai-chat' })
  const response = await post(gateway, '/v1/chat/completions', conversation(count))
  const { error } = (await response.json()) as { error: { message: string } }
  expect([response.status, asked.length]).toEqual([status, status === 400 ? 0 : 1])
  if (status === 400)
    expect(error.message).toBe(
      'The conversation has 5001 messages and calls. At most 5000 are written for an upstream of another API. Shorten it, or send it to an upstream that speaks openai-chat.',
    )
})

it.each<[string, number, number]>([
  ['more', 400_000, 400],
  ['fewer', 30_000, 200],
])('JSON inside of a string has as many objects as a body may have, or fewer: %s', async (_, count, status) => {
  const { gateway } = await rig(answers(1))
  const list = `{"a":[${'{},'.repeat(count)}1]}`
  const calls = [list, 'x'.repeat(1_048_576)].map((text, at) => ({ type: 'function_call', call_id: `c${at}`, name: 'f', arguments: text }))
  const results = calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'r' }))
  const response = await post(gateway, '/v1/responses', { model: 'm', input: [{ role: 'user', content: 'q' }, ...calls, ...results] })
  expect(response.status).toBe(status)
  if (status === 400) expect(await response.text()).toContain('The arguments of all calls have more than 65000 lists, objects and fields.')
})

/** The list of a server, which is too long under one of its addresses. */
const lists: Play = (response, { url }) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const note = 'x'.repeat(url!.startsWith('/long') ? 4_194_304 : 1)
  response.end(JSON.stringify({ object: 'list', data: [{ id: 'my-model', note }] }))
}
const getList = ({ gateway }: Rig): Promise<Response> => gateway.fetch(new Request('http://gateway.example/v1/models'))

describe('a list of models of more than four megabytes', () => {
  it('is refused', async () => {
    const response = await getList(await rig(lists, {}, (url) => ({ upstream: `${url}/long/v1` })))
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('4194304') as string])
  })

  it('is left out beside others', async () => {
    const all = ['long', 'short']
    const response = await getList(await rig(lists, {}, (url) => ({ upstreams: all.map((name) => ({ name, url: `${url}/${name}/v1` })) })))
    expect(await response.json()).toMatchObject({ data: [{ id: 'my-model', owned_by: 'short' }] })
    expect(response.headers.get('x-reason-models-missing')).toBe('long')
  })
})
