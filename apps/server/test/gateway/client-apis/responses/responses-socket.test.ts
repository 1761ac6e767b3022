import { once } from 'node:events'
import { openKeyFile } from '@reason/keys'
import OpenAI from 'openai'
import type { ResponseInputItem, ResponsesServerEvent } from 'openai/resources/responses/responses'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startGateway } from '../../../support/gateway.ts'
import { keyFile } from '../../../support/key-file.ts'
import { bodiesOf, rememberingUpstream } from '../../../support/remembering-upstream.ts'
import { chunk, done, sendStream, startReadingUpstream, startUpstream } from '../../../support/upstream.ts'
import { strictProviders, strictUpstream } from '../../carriers/strict-mock.ts'

type Event = Record<string, unknown> & { type: string; response?: { id: string; status: string; output: object[] } }

/** A connection whose events wait until the test reads them. */
async function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, { headers })
  onTestFinished(() => socket.terminate())
  const waiting: Event[] = []
  let wake = (): void => {}
  socket.on('message', (data) => {
    waiting.push(JSON.parse(String(data as Buffer)) as Event)
    wake()
  })
  await once(socket, 'open')
  return { socket, send: (message: object) => socket.send(JSON.stringify(message)), create, rest }

  function create(body: object): Promise<Event[]> {
    socket.send(JSON.stringify({ type: 'response.create', model: 'm', ...body }))
    return rest()
  }

  /** All events up to the end of a response. */
  async function rest(): Promise<Event[]> {
    const events: Event[] = []
    for (;;) {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const event = waiting.shift()!
      events.push(event)
      if (/^(?:error|response\.(?:completed|incomplete|failed|steer\.failed))$/.test(event.type)) return events
    }
  }
}

const said =
  chunk({ reasoning_content: 'I add.' }) + chunk({ content: 'It is ' }) + chunk({ content: '4 é.' }, { finish_reason: 'stop' }) + done

/** A gateway in front of an upstream that remembers what it was asked. */
async function rig(...flags: string[]) {
  let count = 0
  const seen: string[] = []
  const address = await startReadingUpstream((body, response) => {
    seen.push(body)
    sendStream(response)
    response.end(said.replaceAll('chatcmpl-1', `resp_${++count}`))
  })
  const { origin } = new URL(address)
  const { url } = await startGateway('--upstream', origin, '--adapter', 'plain', ...flags)
  return { url, asked: () => seen.filter(Boolean).map((body) => (JSON.parse(body) as { messages: object[] }).messages) }
}

describe('Responses over a WebSocket', () => {
  it('are the events that a stream over HTTP has', async () => {
    const { url } = await rig()
    const response = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', input: '2+2', stream: true }),
    })
    const overHttp = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Event)
    const { create } = await connect(url)
    const { create: again } = await connect(url)
    const alike = (events: Event[]): string =>
      JSON.stringify(events).replaceAll(/"created_at":\d+|"completed_at":\d+|resp_\w+|(?:rs|msg)_\w+/g, '')
    expect(overHttp.length).toBeGreaterThan(8)
    expect(alike(await create({ input: '2+2' }))).toBe(alike(overHttp))
    const named = await again({ input: '2+2', stream_id: 'lane "1"' })
    expect(named.every(({ stream_id: name }) => name === 'lane "1"')).toBe(true)
    expect(alike(named).replaceAll('"stream_id":"lane \\"1\\"",', '')).toBe(alike(overHttp))
  })

  it('continue the newest response, of which the client sends new items alone', async () => {
    const { url, asked } = await rig()
    const { create } = await connect(url)
    const first = await create({ input: '2+2', instructions: 'Add.' })
    const second = await create({ previous_response_id: first.at(-1)!.response!.id, input: 'And 3?' })
    await create({ previous_response_id: second.at(-1)!.response!.id, input: [{ role: 'user', content: 'And 4?' }] })
    expect(asked()[2]).toMatchObject([
      { role: 'user', content: '2+2' },
      { role: 'assistant', content: 'It is 4 é.' },
      { role: 'user', content: 'And 3?' },
      { role: 'assistant', content: 'It is 4 é.' },
      { role: 'user', content: 'And 4?' },
    ])
    expect(asked()[1]).toHaveLength(3)
  })

  it.each(
    strictProviders.flatMap((strict) => (['full', 'none'] as const).map((seen) => [strict.provider, strict.model, seen, strict] as const)),
  )('lead through a tool loop with the official client, before %s %s, at %s', async (provider, model, visibility, strict) => {
    const { url, refused } = await strictUpstream(strict)
    const gateway = await startGateway('--upstream', url, '--upstream-provider', provider, '--visibility', visibility)
    const connection = new ResponsesWS(new OpenAI({ apiKey: 'x', baseURL: `${gateway.url}/v1` }))
    onTestFinished(() => connection.close())
    const events = connection.stream()[Symbol.asyncIterator]()
    let input: ResponseInputItem[] = [{ role: 'user', content: 'Look.' }]
    let before: string | undefined
    let answer = ''
    for (let step = 0; step < 3; step++) {
      const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }]
      connection.send({ type: 'response.create', model, input, tools, store: false, ...(before && { previous_response_id: before }) })
      const { id, output } = await completed(events)
      before = id
      input = output.flatMap((item): ResponseInputItem[] =>
        item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: 'Seen.' }] : [],
      )
      answer = output
        .flatMap((item) => (item.type === 'message' ? item.content : []))
        .map((part) => ('text' in part ? part.text : ''))
        .join('')
    }
    expect([refused, answer]).toEqual([[], 'Done.'])
  })

  it('are prepared by a request that generates nothing', async () => {
    const { url, asked } = await rig()
    const { create } = await connect(url)
    const prepared = await create({ input: [{ role: 'user', content: '2+2' }], generate: false })
    expect(prepared.map(({ type, sequence_number: at }) => [type, at])).toEqual([
      ['response.created', 0],
      ['response.completed', 1],
    ])
    const { id, status, output } = prepared[1]!.response!
    expect([status, output, asked()]).toEqual(['completed', [], []])
    await create({ previous_response_id: id, input: [] })
    expect(asked()).toMatchObject([[{ role: 'user', content: '2+2' }]])
  })

  it.each([
    ['an unknown response', { previous_response_id: 'resp_old', input: 'Q' }, 400, 'previous_response_not_found', 'previous_response_id'],
    ['an unknown type', { type: 'session.update' }, 400, 'invalid_value', 'type'],
    ['a long name of a stream', { input: 'Q', stream_id: 'x'.repeat(257) }, 400, 'invalid_value', 'stream_id'],
    ['no model', { model: null, input: 'Q' }, 400, 'missing_required_parameter', 'model'],
    ['a conversation', { conversation: 'conv_1', input: 'Q' }, 400, 'unsupported_parameter', 'conversation'],
    ['a malformed item', { input: [5] }, 400, 'invalid_type', 'input[0]'],
  ])('%s is an error, after which the connection goes on', async (_, body, status, code, param) => {
    const { url, asked } = await rig()
    const { create } = await connect(url)
    expect(await create(body)).toMatchObject([{ type: 'error', status, error: { type: 'invalid_request_error', code, param } }])
    expect((await create({ input: 'Q' })).at(-1)!.type).toBe('response.completed')
    expect(asked()).toHaveLength(1)
  })

  it('keep the response before one that failed', async () => {
    const { url } = await rig()
    const { create } = await connect(url)
    const { id } = (await create({ input: '2+2' })).at(-1)!.response!
    expect((await create({ previous_response_id: id, input: [5] })).at(-1)!.type).toBe('error')
    expect((await create({ previous_response_id: id, input: 'And 3?' })).at(-1)!.type).toBe('response.completed')
  })

  it('forget a response that is no longer the newest, and one of another connection', async () => {
    const { url } = await rig()
    const { create } = await connect(url)
    const { id } = (await create({ input: '2+2' })).at(-1)!.response!
    await create({ input: '3+3' })
    for (const ask of [create, (await connect(url)).create])
      expect(await ask({ previous_response_id: id, input: 'Q' })).toMatchObject([{ error: { code: 'previous_response_not_found' } }])
  })

  it('are remembered within a limit, and continue a conversation up to the limit of a body', async () => {
    const { url } = await rig('--body-limit', '3000000')
    const long = 'x '.repeat(1_000_000)
    const connections = [await connect(url), await connect(url)]
    const ends: Event[] = []
    for (const { create } of connections) ends.push((await create({ input: long })).at(-1)!)
    const [held, lost] = [ends[0]!.response!.id, ends[1]!.response!.id]
    expect(await connections[1]!.create({ previous_response_id: lost, input: 'Q' })).toMatchObject([
      { error: { code: 'previous_response_not_found' } },
    ])
    expect(await connections[0]!.create({ previous_response_id: held, input: long })).toMatchObject([
      { status: 413, error: { param: 'input' } },
    ])
    connections[0]!.socket.terminate()
    await once(connections[0]!.socket, 'close')
    await expect
      .poll(async () => {
        const { id } = (await connections[1]!.create({ input: long })).at(-1)!.response!
        return (await connections[1]!.create({ previous_response_id: id, input: 'Q' })).at(-1)!.type
      })
      .toBe('response.completed')
  })

  it('run one after the other, and a limited number waits', async () => {
    let finish = (): void => {}
    const asked: string[] = []
    const upstream = await startReadingUpstream((body, response) => {
      if (body === '') return void response.writeHead(404).end()
      asked.push(body)
      sendStream(response)
      finish = () => response.end(said)
      if (asked.length > 1) finish()
    })
    const { url } = await startGateway('--upstream', upstream, '--adapter', 'plain')
    const { send, rest } = await connect(url)
    for (let at = 0; at < 18; at++) send({ type: 'response.create', model: 'm', input: 'Q', stream_id: String(at) })
    expect(await rest()).toMatchObject([{ type: 'error', status: 409, error: { code: 'busy' } }])
    expect(asked).toHaveLength(1)
    finish()
    for (let at = 0; at < 17; at++) expect((await rest()).at(-1)).toMatchObject({ type: 'response.completed', stream_id: String(at) })
    expect(asked).toHaveLength(17)
  })

  it('take notes of what a client has read, and say that they cannot be steered', async () => {
    const { url } = await rig()
    const { send, create, rest } = await connect(url)
    send({ type: 'response.processed', response_id: 'resp_1' })
    send({ type: 'response.steer', previous_response_id: 'resp_1', input: 'Stop.' })
    expect(await rest()).toMatchObject([
      {
        type: 'response.steer.failed',
        error: { code: 'steering_not_supported' },
        steer: { previous_response_id: 'resp_1', input: 'Stop.' },
      },
    ])
    expect((await create({ input: 'Q' })).at(-1)!.type).toBe('response.completed')
  })

  it('ask for seals where nothing is stored', async () => {
    const { origin, seen } = await rememberingUpstream({ type: 'text/event-stream', body: '' })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
    const { create } = await connect(url)
    await create({ input: 'Q', store: false, include: ['message.output_text.logprobs'] })
    await create({ input: 'Q' })
    expect(bodiesOf(seen)).toMatchObject([
      { input: 'Q', stream: true, include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] },
      { input: 'Q', stream: true },
    ])
    for (const body of bodiesOf(seen))
      for (const name of ['type', 'previous_response_id', 'generate']) expect(body).not.toHaveProperty(name)
  })

  it('continue responses of an upstream that speaks the same API', async () => {
    const item = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '4', annotations: [] }],
    }
    const events = [
      { type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: '4' },
      { type: 'response.output_item.done', output_index: 0, item },
      // Codex's backend repeats no items here.
      { type: 'response.completed', response: { id: 'resp_1', object: 'response', status: 'completed', output: [] } },
    ]
    const body = events.map((event, at) => `data: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`).join('')
    const { origin, seen } = await rememberingUpstream({ type: 'text/event-stream', body })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses')
    const { create } = await connect(url)
    const { id } = (await create({ input: '2+2' })).at(-1)!.response!
    await create({ previous_response_id: id, input: 'And 3?' })
    expect(bodiesOf(seen)[1]!['input']).toMatchObject([
      { type: 'message', role: 'user', content: '2+2' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '4' }] },
      { type: 'message', role: 'user', content: 'And 3?' },
    ])
  })

  it('end upstream when the client disconnects', async () => {
    let isOpen = true
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'One' }))
      response.on('close', () => (isOpen = false))
    })
    const { url } = await startGateway('--upstream', upstream, '--adapter', 'plain')
    const { socket, send } = await connect(url)
    send({ type: 'response.create', model: 'm', input: 'Q' })
    await once(socket, 'message')
    socket.terminate()
    await expect.poll(() => isOpen).toBe(false)
  })

  it('continue a response that a limit has cut', async () => {
    const upstream = await startReadingUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'It is' }, { finish_reason: 'length' }) + done)
    })
    const { url } = await startGateway('--upstream', upstream, '--adapter', 'plain')
    const { create } = await connect(url)
    const { type, response } = (await create({ input: '2+2' })).at(-1)!
    expect(type).toBe('response.incomplete')
    expect((await create({ previous_response_id: response!.id, input: 'Go on.' })).at(-1)!.type).toBe('response.incomplete')
  })

  it('name the stream of an error', async () => {
    const { url } = await rig()
    const { create } = await connect(url)
    expect(await create({ input: [5], stream_id: 'a' })).toMatchObject([{ type: 'error', stream_id: 'a' }])
  })

  it('are kept alive by pings while a model is silent', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.flushHeaders()
    })
    const { url } = await startGateway('--upstream', upstream, '--adapter', 'plain', '--keep-alive', '50')
    const { socket, send } = await connect(url)
    send({ type: 'response.create', model: 'm', input: 'Q' })
    await once(socket, 'ping')
  })

  it('take pings of a client that has sent nothing else for long', async () => {
    const { url } = await rig('--body-limit', '100000')
    const { socket, create } = await connect(url)
    const data = Buffer.alloc(125)
    for (let at = 0; at < 9000; at++) await new Promise<void>((resolve) => socket.ping(data, true, () => resolve()))
    expect((await create({ input: 'Q' })).at(-1)!.type).toBe('response.completed')
  })

  it('need a key as requests do, and end when it is revoked', async () => {
    const { path, make } = keyFile()
    const { url } = await rig('--keys', path, '--require-keys')
    const [error] = (await once(new WebSocket(`${url.replace('http', 'ws')}/v1/responses`), 'error')) as [Error]
    expect(error.message).toContain('401')
    const { text, id } = await make()
    const { socket, create } = await connect(url, { authorization: `Bearer ${text}` })
    expect((await create({ input: 'Q' })).at(-1)!.type).toBe('response.completed')
    const closed = once(socket, 'close')
    await openKeyFile(path).revoke(id)
    expect((await closed)[0]).toBe(1008)
  })

  it('are offered to a GET without an upgrade', async () => {
    const { url } = await rig()
    const response = await fetch(`${url}/v1/responses`)
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await response.json()).toMatchObject({
      error: { code: 'upgrade_required', message: expect.stringContaining('/v1/responses') as string },
    })
  })
})

/** Reads events up to the end of a response. A loop over the iterator would end it. */
async function completed(events: AsyncIterator<unknown>): Promise<OpenAI.Responses.Response> {
  for (;;) {
    const { done: isOver, value } = await events.next()
    if (isOver === true) throw new Error('The connection was closed.')
    const { type, message, error } = value as { type: string; message?: ResponsesServerEvent; error?: Error }
    if (type === 'error') throw error!
    if (type === 'message' && message?.type === 'response.completed') return message.response
  }
}
