import { collect } from '@reason/core'
import { expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'

/** Shapes are of the OpenAPI description of Inception's API, and of a recorded answer of Mercury 2. */
const wire = openaiChat()
const usage = { prompt_tokens: 184, reasoning_tokens: 63, completion_tokens: 56, total_tokens: 303 }
const whole = (reasoning_summary: unknown) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'mercury-2',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Three.' }, finish_reason: 'stop' }],
  usage,
  reasoning_summary,
})

test.each([
  [{ content: 'Counted them.', status: 'complete' }, 'Counted them.'],
  [{ content: null, status: 'unavailable' }, ''],
  [null, ''],
])('a summary beside the choices is a thought: %j', async (summary, reasoning) => {
  const read = await collect(wire.readResponse(whole(summary), { provider: 'inception' }))
  expect([read.reasoning, read.answer, read.warnings]).toEqual([reasoning, 'Three.', []])
  expect(read.items.map(({ type }) => type)).not.toContain('native')
  expect(read.usage?.output?.value).toBe(119)
})

test.each([
  [true, { reasoning_summary: true, reasoning_summary_wait: true }],
  [false, { reasoning_summary: true }],
])('a stream waits for it: %j', (stream, fields) => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] as const
  const knobs = { visibility: 'full' } as const
  const { body } = wire.writeRequest({ messages, knobs, stream } as never, {
    provider: 'inception',
    wire: 'openai-chat',
    model: 'mercury-2',
  })
  const { reasoning_summary, reasoning_summary_wait } = body as Record<string, unknown>
  expect(JSON.parse(JSON.stringify({ reasoning_summary, reasoning_summary_wait }))).toEqual(fields)
})

test('it comes in pieces of a stream, each for the thought since the last one', async () => {
  const chunk = (delta: object, more: object = {}) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'mercury-2',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  })
  const reader = wire.createReader({ provider: 'inception' })
  const events = [
    { ...chunk({ role: 'assistant' }), reasoning_summary: { content: 'Counted. ', status: 'complete' } },
    { ...chunk({}), reasoning_summary: { content: 'Counted again.', status: 'complete' } },
    chunk({ content: 'Three.' }),
    { ...chunk({}, { finish_reason: 'stop' }), usage },
  ]
  const read = await collect([...events.flatMap((event) => reader.push(event)), ...reader.end()])
  expect([read.reasoning, read.answer, read.finish?.reason]).toEqual(['Counted. Counted again.', 'Three.', 'stop'])
})
