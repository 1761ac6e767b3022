import { asObject, type Json } from '@reason/gateway/json'
import { expect, it, onTestFinished } from 'vitest'
import { chat, chunk, claude, counts, json, sse } from '../../cases/sibling-bodies.ts'
import { eventsIn } from '../../cases/wire-drive.ts'
import { startScripted, type Served } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

async function usageOf(format: string, answer: Served, body: Json) {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([answer])
  const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, '--visibility', 'none')
  const head = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: head,
    body: JSON.stringify({ model: 'm', max_tokens: 10, ...body }),
  })
  const raw = await response.text()
  const events = eventsIn(raw)
  const of = (type: string): Json => asObject(events.find((event) => event['type'] === type))
  const first = of('message_start')
  return { raw, first, start: asObject(asObject(first['message'])['usage']), end: asObject(of('message_delta')['usage']) }
}

const said = (content: string): Json => ({ stream: true, messages: [{ role: 'user', content }] })
const streamed = sse([
  chunk({ content: 'ok' }),
  chunk({}, 'stop'),
  { ...chunk({}), choices: [], usage: { ...counts, prompt_tokens: 210, total_tokens: 215 } },
])

it('a stream begins with an estimate of its input where the upstream counts at the end', async () => {
  const { first, start, end } = await usageOf('openai-chat', streamed, said('word '.repeat(160)))
  // Official clients add later counts to the first usage, and would keep a mark in it.
  expect(first['input_tokens_source']).toBe('estimated')
  expect(start).toEqual({ input_tokens: expect.any(Number) as number, output_tokens: 0 })
  expect(start['input_tokens']).toBeGreaterThan(150)
  expect(start['input_tokens']).toBeLessThan(300)
  expect(end).toMatchObject({ input_tokens: 210, output_tokens: 5 })
  expect(end).not.toHaveProperty('input_tokens_source')
})

it('a stream without counts ends with the estimate that it began with', async () => {
  const { start, end } = await usageOf('openai-chat', sse([chunk({ content: 'ok' }), chunk({}, 'stop')]), said('word '.repeat(160)))
  expect(start['input_tokens']).toBeGreaterThan(150)
  expect(end).toEqual({ ...start, input_tokens_source: 'estimated' })
})

it('a whole answer without counts has the estimate, too', async () => {
  const { usage: _, ...answer } = chat({ content: 'ok' })
  const { raw } = await usageOf('openai-chat', json(answer), { messages: [{ role: 'user', content: 'word '.repeat(160) }] })
  const { usage } = JSON.parse(raw) as { usage: { input_tokens: number } }
  expect(usage).toEqual({ input_tokens: usage.input_tokens, output_tokens: 0, input_tokens_source: 'estimated' })
  expect(usage.input_tokens).toBeGreaterThan(150)
})

it('a long conversation is estimated in part', async () => {
  const content = Array.from({ length: 10 }, () => ({ type: 'text', text: 'word word' }))
  const messages = Array.from({ length: 1501 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
  const { start } = await usageOf('openai-chat', streamed, { stream: true, messages })
  expect(start['input_tokens']).toBeGreaterThan(1000)
})

it('an upstream that counts at once is believed', async () => {
  const usage = { input_tokens: 7, output_tokens: 1 }
  const events = [
    {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ]
  const { start } = await usageOf('anthropic-messages', sse(events), said('word '.repeat(160)))
  expect(start).toEqual(usage)
})

it.each([
  ['openai-chat', json(chat({ content: 'ok' }))],
  ['anthropic-messages', json(claude([{ type: 'text', text: 'ok' }]))],
])('a whole answer of %s with counts has no estimate', async (format, answer) => {
  const { raw } = await usageOf(format, answer, { messages: [{ role: 'user', content: 'word '.repeat(160) }] })
  expect(raw).not.toContain('input_tokens_source')
})
