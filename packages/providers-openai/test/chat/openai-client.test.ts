import type { Part } from '@reason/core'
import type { Frame, WriterOptions } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { chunk, readDone } from './chunks.ts'

/** The official client, answered with this. */
const clientFor = (answer: () => Response): OpenAI =>
  new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', maxRetries: 0, fetch: async () => answer() })

function framesOf(parts: readonly Part[], options: WriterOptions = {}): Frame[] {
  const writer = openaiChat().createWriter(options)
  return [...parts.flatMap((part) => writer.push(part)), ...writer.end()]
}

const streaming = (parts: readonly Part[], options?: WriterOptions): OpenAI =>
  clientFor(() => new Response(framesOf(parts, options).map(encodeSse).join(''), { headers: { 'content-type': 'text/event-stream' } }))

const whole = (parts: readonly Part[]): OpenAI => clientFor(() => Response.json(openaiChat().writeResponse(parts)))

const usage = { prompt_tokens: 4, completion_tokens: 9, total_tokens: 13, completion_tokens_details: { reasoning_tokens: 5 } }
const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'functions.get_weather', arguments: '{"city":' } }
const parts = readDone([
  chunk({ role: 'assistant', reasoning: 'thinking' }),
  chunk({ content: 'an' }),
  chunk({ content: 'swer' }),
  chunk({ tool_calls: [call] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] }),
  chunk({}, 'tool_calls'),
  { ...chunk({}), choices: [], usage },
])
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'q' }] }

test('a stream, event by event', async () => {
  const stream = await streaming(parts).chat.completions.create({ ...request, stream: true })
  let reasoning = ''
  let content = ''
  let last
  for await (const event of stream) {
    const delta = event.choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined
    reasoning += delta?.reasoning_content ?? ''
    content += delta?.content ?? ''
    last = event
  }
  expect({ reasoning, content, usage: last?.usage }).toEqual({ reasoning: 'thinking', content: 'answer', usage })
})

test('a stream, put together by the client', async () => {
  const completion = await streaming(parts, { tools: ['get_weather'] })
    .chat.completions.stream(request)
    .finalChatCompletion()
  expect(completion).toMatchObject({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'm',
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'answer',
          reasoning_content: 'thinking',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
        },
      },
    ],
    usage,
  })
})

test('a whole body', async () => {
  const completion = await whole(parts).chat.completions.create(request)
  expect(completion.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: 'answer', reasoning_content: 'thinking', tool_calls: [{ id: 'call_1', function: { name: 'get_weather' } }] },
  })
  expect(completion.usage).toEqual(usage)
})

describe('a failure after the stream has begun is an error of the client, not the end of a stream', () => {
  const failing: [name: string, parts: Part[]][] = [
    ['reported by the provider', readDone([chunk({ content: 'a' }), { error: { message: 'broke', type: 'server_error', code: 'x' } }])],
    [
      'a stream that was cut',
      [...readDone([chunk({ content: 'a' })]).slice(0, -2), { type: 'finish', reason: 'aborted' }, { type: 'end' }],
    ],
  ]
  test.each(failing)('%s', async (_, parts) => {
    const stream = await streaming(parts).chat.completions.create({ ...request, stream: true })
    const seen: string[] = []
    const reading = (async () => {
      for await (const event of stream) seen.push(event.choices[0]?.delta.content ?? '')
    })()
    await expect(reading).rejects.toThrow(OpenAI.APIError)
    expect(seen.join('')).toBe('a')
  })
})

test('a refusal, and several choices', async () => {
  const both = readDone([
    {
      ...chunk({}),
      choices: [
        { index: 0, delta: { refusal: 'no' }, finish_reason: null },
        { index: 1, delta: { content: 'yes' }, finish_reason: null },
      ],
    },
    {
      ...chunk({}),
      choices: [
        { index: 0, delta: {}, finish_reason: 'stop' },
        { index: 1, delta: {}, finish_reason: 'stop' },
      ],
    },
  ])
  const completion = await streaming(both)
    .chat.completions.stream({ ...request, n: 2 })
    .finalChatCompletion()
  expect(completion.choices.map(({ message }) => [message.refusal, message.content])).toEqual([
    // The first chunk has an empty text, as OpenAI's own has.
    ['no', ''],
    [null, 'yes'],
  ])
})

test('what the client receives can be read by us as it is', async () => {
  const stream = await streaming(parts).chat.completions.create({ ...request, stream: true })
  const reader = openaiChat().createReader()
  const again: Part[] = []
  for await (const event of stream) again.push(...reader.push(event))
  again.push(...reader.end())
  expect(again.filter(({ type }) => type === 'delta' || type === 'tool-call-delta')).toEqual(
    parts.filter(({ type }) => type === 'delta' || type === 'tool-call-delta'),
  )
})
