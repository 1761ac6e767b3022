import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { rememberingUpstream, type Answer } from '../../support/remembering-upstream.ts'
import { eventsOf, textOf } from '../../support/sse.ts'
import { sendStream, startUpstream } from '../../support/upstream.ts'

const behind = async (format: string, answer: Answer): Promise<Gateway> => {
  const { origin } = await rememberingUpstream(answer)
  return startGateway('--upstream', origin, '--upstream-format', format, '--adapter', 'plain')
}

const events = (...all: Record<string, unknown>[]): string =>
  all.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const begun = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
]
const ended = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
]
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

describe('a provider that refuses', () => {
  it.each([
    [
      'anthropic-messages',
      '{"type":"error","error":{"type":"rate_limit_error","message":"Too many."},"request_id":"req_1"}',
      { message: 'Too many.', type: 'rate_limit_error', code: null },
    ],
    [
      'openai-responses',
      '{"error":{"message":"Too many.","type":"requests","param":"model","code":"rate_limit_exceeded"}}',
      { message: 'Too many.', type: 'requests', param: 'model', code: 'rate_limit_exceeded' },
    ],
  ])('%s: is quoted in the shape that clients know, its status kept', async (format, body, error) => {
    const { chat } = await behind(format, { status: 429, type: 'application/json', body })
    for (const stream of [true, false]) {
      const answer = await chat({ model: 'm', messages: question, stream })
      expect(answer.status).toBe(429)
      expect(await answer.json()).toMatchObject({ error })
    }
  })

  it('without a word: the path that was asked for is named', async () => {
    const { chat } = await behind('anthropic-messages', { status: 404, type: 'text/html', body: '<h1>Not here</h1>' })
    const answer = await chat({ model: 'm', messages: question })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('asks for /messages under it')
  })
})

describe('an error inside of a stream', () => {
  it('is an HTTP error as long as nothing was said', async () => {
    const { chat } = await behind('anthropic-messages', { type: 'text/event-stream', body: events(overloaded) })
    const answer = await chat({ model: 'm', messages: question, stream: true })
    expect(answer.status).toBe(529)
    expect(await answer.json()).toMatchObject({ error: { message: 'Overloaded', type: 'overloaded_error' } })
  })

  it('is an event after that, and what was said stays', async () => {
    const { chat, client } = await behind('anthropic-messages', { type: 'text/event-stream', body: events(...begun, overloaded) })
    const body = await (await chat({ model: 'm', messages: question, stream: true })).text()
    expect(textOf(body, 'reasoning_content')).toBe('Hm.')
    const all = eventsOf(body)
    expect(all.at(-1)).toBe('[DONE]')
    expect(JSON.parse(all.at(-2)!)).toMatchObject({ error: { message: 'Overloaded' } })

    const read = async (): Promise<void> => {
      for await (const _ of await client.chat.completions.create({ model: 'm', messages: question, stream: true }));
    }
    await expect(read()).rejects.toThrow('Overloaded')
  })

  it('is never left out: a stream that stops is no answer', async () => {
    const { chat } = await behind('anthropic-messages', { type: 'text/event-stream', body: events(...begun) })
    const all = eventsOf(await (await chat({ model: 'm', messages: question, stream: true })).text())
    expect(JSON.parse(all.at(-2)!)).toHaveProperty('error')
    expect((await chat({ model: 'm', messages: question })).status).toBe(502)
  })
})

describe('an upstream of another format than was said', () => {
  it('is explained', async () => {
    const chunk = '{"id":"1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}'
    const { chat } = await behind('anthropic-messages', { type: 'application/json', body: chunk })
    const answer = await chat({ model: 'm', messages: question })
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('the format of the upstream')
  })
})

describe('a provider that is still there', () => {
  it('keeps the connection of the client open', async () => {
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.write(events({ type: 'ping' }))
      setTimeout(() => response.end(events(...begun, ...ended)), 50)
    })
    const { chat } = await startGateway('--upstream', address, '--upstream-format', 'anthropic-messages')
    const body = await (await chat({ model: 'm', messages: question, stream: true })).text()
    expect(body).toMatch(/^:\n\ndata: /)
    expect(textOf(body, 'reasoning_content')).toBe('Hm.')
  })
})

it('half a character in the name of a model ends in an answer, not in silence', async () => {
  const { chat } = await behind('gemini', { status: 500, type: 'application/json', body: '{}' })
  const response = await chat('{"model":"\\ud800","messages":[{"role":"user","content":"Hello."}]}')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'model', code: 'invalid_value' } })
})
