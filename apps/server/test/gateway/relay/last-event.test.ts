import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGateway } from '@reason/gateway'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { eventsOf, textOf } from '../../support/sse.ts'
import { chunk, done, startUpstream } from '../../support/upstream.ts'

const event = (data: { type?: string } & Record<string, unknown>): string =>
  `${data.type === undefined ? '' : `event: ${data.type}\n`}data: ${JSON.stringify(data)}\n\n`

const responsesItem = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
const responsesText = { type: 'output_text', text: '51.', annotations: [] }
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' }
const cohereEnd = { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: { tokens: { input_tokens: 5, output_tokens: 7 } } } }
const interaction = { id: 'i1', model: 'm', status: 'completed' }

const usage = event({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
})

/** An answer "51." in each format: all but its last event, the last event, and the content type. */
const answers: Record<string, [before: string, last: string, contentType?: string]> = {
  'openai-chat': [chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + usage, done],
  'openai-responses': [
    event({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }) +
      event({ type: 'response.output_item.added', output_index: 0, item: { ...responsesItem, status: 'in_progress', content: [] } }) +
      event({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: '51.' }) +
      event({ type: 'response.output_item.done', output_index: 0, item: { ...responsesItem, content: [responsesText] } }),
    event({
      type: 'response.completed',
      response: {
        ...response,
        status: 'completed',
        output: [{ ...responsesItem, content: [responsesText] }],
        usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
      },
    }),
  ],
  'anthropic-messages': [
    event({
      type: 'message_start',
      message: { id: 'm1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 5, output_tokens: 1 } },
    }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '51.' } }) +
      event({ type: 'content_block_stop', index: 0 }) +
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } }),
    event({ type: 'message_stop' }),
  ],
  cohere: [
    event({ type: 'message-start', id: 'c1', delta: { message: { role: 'assistant' } } }) +
      event({ type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } }) +
      event({ type: 'content-delta', index: 0, delta: { message: { content: { text: '51.' } } } }) +
      event({ type: 'content-end', index: 0 }),
    event(cohereEnd),
  ],
  ollama: [
    `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '51.' }, done: false })}\n`,
    `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 7 })}\n`,
    'application/x-ndjson',
  ],
  'gemini-interactions': [
    event({ event_type: 'interaction.created', interaction: { ...interaction, status: 'in_progress' } }) +
      event({ event_type: 'step.start', index: 0, step: { type: 'model_output' } }) +
      event({ event_type: 'step.delta', index: 0, delta: { type: 'text', text: '51.' } }) +
      event({ event_type: 'step.stop', index: 0 }) +
      event({
        event_type: 'interaction.completed',
        interaction: { ...interaction, usage: { total_input_tokens: 5, total_output_tokens: 7, total_tokens: 12 } },
      }),
    done,
  ],
}

const afterwards: Record<string, (response: ServerResponse) => void> = {
  'keeps the connection open': () => {},
  'resets the connection': (response) => void setTimeout(() => response.socket?.resetAndDestroy(), 20),
  'closes the connection inside the body': (response) => void setTimeout(() => response.socket?.end(), 20),
}

const body = { model: 'some-model', stream: true, max_tokens: 100, messages: [{ role: 'user', content: 'What is 17 * 3?' }] }

function expectWhole(text: string): void {
  expect(textOf(text, 'content')).toBe('51.')
  expect(eventsOf(text).at(-1)).toBe('[DONE]')
  expect(text).not.toContain('"error"')
  expect(eventsOf(text).filter((data) => data.includes('"finish_reason":"stop"'))).toHaveLength(1)
}

const startAnswering = (format: string, last: boolean, after: (response: ServerResponse) => void): Promise<string> =>
  startUpstream((request, response) => {
    request.resume().on('end', () => {
      const [before, end, type = 'text/event-stream'] = answers[format]!
      response.writeHead(200, { 'content-type': type })
      response.write(before)
      // A read of its own, as from a network.
      setTimeout(() => {
        if (last) response.write(end)
        after(response)
      }, 20)
    })
  })

describe.each(Object.keys(answers))('after the last event of %s', (format) => {
  it.each(Object.entries(afterwards))('an upstream that %s has given a whole answer', async (_, after) => {
    const upstream = await startAnswering(format, true, after)
    const { url, chat } = await startGateway('--upstream', new URL(upstream).origin, '--upstream-format', format, '--idle-timeout', '60000')
    expectWhole(await (await chat(body)).text())
    // The delayed end of the body is no failure of the upstream.
    await sleep(40)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const outcomes = [...metrics.matchAll(/^upstream_requests_total\{.*outcome="(\w+)".*\} (\d+)$/gm)].filter(
      ([, , count]) => count !== '0',
    )
    expect(outcomes.map(([, outcome, count]) => [outcome, count])).toEqual([['ok', '1']])
  })
})

it.each(Object.entries(afterwards).slice(1))(
  'an upstream that %s after the finish reason has only not said its usage',
  async (_, after) => {
    const { chat } = await startGateway('--upstream', await startAnswering('openai-chat', false, after))
    expectWhole(await (await chat(body)).text())
  },
)

// Its finish reason waits for what may follow, because some servers repeat a stop behind each delta.
describe.each<[string, Record<string, unknown>, string]>([
  ['a thought alone', { reasoning_content: 'Hm.' }, 'stop'],
  ['a call without arguments', { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] }, 'tool_calls'],
  ['nothing', { role: 'assistant', content: '' }, 'stop'],
])('%s, and then no last event', (_, delta, finish) => {
  it.each(Object.entries(afterwards))('an upstream that %s has given a whole answer', async (_, after) => {
    const upstream = await startUpstream((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(chunk(delta) + chunk({}, { finish_reason: finish }))
        after(response)
      })
    })
    const { chat } = await startGateway('--upstream', upstream, '--idle-timeout', '100')
    const text = await (await chat(body)).text()
    expect(text).not.toContain('"error"')
    expect(eventsOf(text).filter((data) => data.includes(`"finish_reason":"${finish}"`))).toHaveLength(1)
  })
})

it('an upstream that is silent after its finish reason is not waited for', { timeout: 20_000 }, async () => {
  const upstream = await startAnswering('openai-chat', false, () => {})
  const { chat } = await startGateway('--upstream', upstream, '--idle-timeout', '60000')
  expectWhole(await (await chat(body)).text())
})

it('an upstream that breaks off before every choice has finished has failed', async () => {
  const { chat } = await startGateway('--upstream', await startAnswering('openai-chat', false, afterwards['resets the connection']!))
  expect(await (await chat({ ...body, n: 2 })).text()).toContain('upstream_broken')
})

it('an upstream may report usage after the last event', async () => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done)
    // The body never ends.
    setTimeout(() => response.write(usage), 50)
  })
  const { chat } = await startGateway('--upstream', upstream)
  const text = await (await chat({ ...body, stream_options: { include_usage: true } })).text()
  expectWhole(text)
  expect(text).toContain('"total_tokens":12')
})

it('an upstream that reports no usage, and keeps the connection open, has given a whole answer', async () => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done)
  })
  const { chat } = await startGateway('--upstream', upstream, '--idle-timeout', '60000')
  expectWhole(await (await chat(body)).text())
})

type Chat = (body: unknown) => Promise<Response>

const fetching = (upstream: string): Chat => {
  const gateway = createGateway({ upstream })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  return (asked) => gateway.fetch(new Request('http://gateway/v1/chat/completions', { ...init, body: JSON.stringify(asked) }))
}

const hosts: Record<string, (upstream: string) => Promise<Chat> | Chat> = {
  Node: async (upstream) => (await startGateway('--upstream', upstream)).chat,
  "Node's parser": async (upstream) => (await startGateway('--upstream', upstream, '--no-read-past-parser')).chat,
  fetch: fetching,
}

describe.each(Object.entries(hosts))('with the client of %s', (_, start) => {
  it.each(Object.entries(afterwards))('an upstream that %s has given a whole answer', async (_name, after) => {
    const chat = await start(await startAnswering('openai-chat', true, after))
    expectWhole(await (await chat(body)).text())
  })

  it('a connection whose body ends late is used again', async () => {
    const ports = new Set<number | undefined>()
    const upstream = await startUpstream((request, response) => {
      // The gateway also asks what the server is.
      if (request.method === 'POST') ports.add(request.socket.remotePort)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(answers['openai-chat']!.join(''))
      setTimeout(() => response.end(), 50)
    })
    const chat = await start(upstream)
    for (let request = 0; request < 3; request++) {
      expectWhole(await (await chat(body)).text())
      await sleep(200)
    }
    expect(ports.size).toBe(1)
  })

  it('a connection whose body does not end is closed', async () => {
    let isClosed: Promise<unknown> | undefined
    const upstream = await startUpstream((_request, response) => {
      isClosed = once(response, 'close')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(answers['openai-chat']!.join(''))
      const alive = setInterval(() => response.write(': alive\n\n'), 100)
      response.on('close', () => clearInterval(alive))
    })
    const chat = await start(upstream)
    expectWhole(await (await chat(body)).text())
    await isClosed
  })
})
