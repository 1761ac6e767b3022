import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'
import {
  blockDelta,
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  outline,
  read,
  readBody,
  stream,
  text,
  thinking,
  toolUse,
} from './events.ts'

const wire = anthropicMessages()
let parts: readonly Part[] = []
let options: WriterOptions = {}

/** Serves `parts` to every client, streamed or whole as the request says. */
const server = createServer((request, response) => {
  let json = ''
  request.on('data', (piece: Buffer) => (json += piece.toString()))
  request.on('end', () => {
    if ((JSON.parse(json) as { stream?: boolean }).stream !== true) {
      const body = wire.writeResponse(parts, options) as { type: string }
      response.writeHead(body.type === 'error' ? 529 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const writer = wire.createWriter(options)
    for (const part of parts) for (const frame of writer.push(part)) response.write(encodeSse(frame))
    for (const frame of writer.end()) response.write(encodeSse(frame))
    response.end()
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

function client(serving: readonly Part[], writing: WriterOptions = {}): Anthropic {
  parts = serving
  options = writing
  return new Anthropic({ apiKey: 'none', baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, maxRetries: 0 })
}

const request = { model: 'm', max_tokens: 100, messages: [{ role: 'user' as const, content: 'q' }] }
const citation = {
  type: 'char_location',
  cited_text: 'c',
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 1,
  file_id: null,
}
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' }, caller: { type: 'direct' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [], caller: { type: 'direct' } }
/** Everything that a message may hold. */
const full = read([
  messageStart(),
  ...thinking(0, ['2 +', ' 2'], 'SigA'),
  blockStart(1, { type: 'redacted_thinking', data: 'RRR' }),
  blockStop(1),
  blockStart(2, search),
  blockStop(2),
  blockStart(3, found),
  blockStop(3),
  ...thinking(4, [], 'SigB'),
  blockStart(5, { type: 'text', text: '' }),
  blockDelta(5, { type: 'text_delta', text: 'an' }),
  blockDelta(5, { type: 'text_delta', text: 'swer' }),
  blockDelta(5, { type: 'citations_delta', citation }),
  blockStop(5),
  ...toolUse(6, 'get_weather', '{"city":', '"Paris"}'),
  messageDelta('tool_use', { input_tokens: 10, output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } }),
  messageStop,
])
const content = [
  { type: 'thinking', thinking: '2 + 2', signature: 'SigA' },
  { type: 'redacted_thinking', data: 'RRR' },
  search,
  found,
  { type: 'thinking', thinking: '', signature: 'SigB' },
  { type: 'text', text: 'answer', citations: [citation] },
  { type: 'tool_use', id: 'toolu_6', name: 'get_weather', input: { city: 'Paris' } },
]

test('a stream, put together by the client', async () => {
  const helper = client(full).messages.stream(request)
  const blocks: unknown[] = []
  let said = ''
  let thought = ''
  helper.on('contentBlock', (block) => blocks.push(structuredClone(block)))
  helper.on('text', (text) => (said += text))
  helper.on('thinking', (text) => (thought += text))
  const message = await helper.finalMessage()
  expect(message).toMatchObject({ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', stop_reason: 'tool_use' })
  expect(message.content).toMatchObject(content)
  expect(message.usage).toMatchObject({ input_tokens: 10, output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } })
  expect(blocks).toMatchObject(content)
  expect({ said, thought }).toEqual({ said: 'answer', thought: '2 + 2' })
})

test('a whole body', async () => {
  const message = await client(full).messages.create(request)
  expect(message.content).toEqual(content)
  expect(message).toMatchObject({ id: 'msg_1', stop_reason: 'tool_use', usage: { input_tokens: 10, output_tokens: 7 } })
})

test('what the client receives can be read by us as it is', async () => {
  const events = await client(full).messages.create({ ...request, stream: true })
  const reader = wire.createReader()
  const again: Part[] = []
  for await (const event of events) again.push(...reader.push(event))
  again.push(...reader.end())
  expect(again).toEqual(full)
  expect(outline(readBody(await client(full).messages.stream(request).finalMessage()))).toEqual(outline(full))
})

test('what another format gives: calls that end together, reasoning without a signature, tools by their offered names', async () => {
  const chat: Part[] = [
    { type: 'start', id: 'chatcmpl-1', model: 'm', created: 1 },
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'hm' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'tool' },
    { type: 'tool-call-start', call: 0, id: 'call_a', name: 'functions.f' },
    { type: 'tool-call-delta', call: 0, text: '{"a":' },
    { type: 'tool-call-delta', call: 0, text: '1}' },
    { type: 'tool-call-start', call: 1, name: 'g' },
    { type: 'tool-call-delta', call: 1, text: '{}' },
    { type: 'tool-call-end', call: 0 },
    { type: 'tool-call-end', call: 1 },
    { type: 'finish', reason: 'tool-calls', native: 'tool_calls' },
    { type: 'usage', usage: { input: { value: 9, source: 'reported' }, output: { value: 8, source: 'reported' }, raw: {} } },
    { type: 'end' },
  ]
  const helper = client(chat, { tools: ['f', 'g'] }).messages.stream(request)
  const blocks: unknown[] = []
  helper.on('contentBlock', (block) => blocks.push(structuredClone(block)))
  const message = await helper.finalMessage()
  const expected = [
    { type: 'thinking', thinking: 'hm', signature: '' },
    { type: 'tool_use', id: 'call_a', name: 'f', input: { a: 1 } },
    { type: 'tool_use', id: 'toolu_1_0', name: 'g', input: {} },
  ]
  expect(message).toMatchObject({ content: expected, stop_reason: 'tool_use', usage: { input_tokens: 9, output_tokens: 8 } })
  expect(blocks).toEqual(expected)
})

test('a failure after the stream has begun is an error of the client, not the end of a stream', async () => {
  const failing = read([
    messageStart(),
    ...text(0, 'half').slice(0, 2),
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ])
  const cut = read([messageStart(), ...text(0, 'half').slice(0, 2)])
  for (const [serving, type] of [
    [failing, 'overloaded_error'],
    [cut, 'api_error'],
  ] as const) {
    const helper = client(serving).messages.stream(request)
    let said = ''
    helper.on('text', (text) => (said += text))
    await expect(helper.finalMessage()).rejects.toMatchObject({ error: { type: 'error', error: { type } } })
    expect(said).toBe('half')
  }
})

test('a failure before anything came', async () => {
  const refused = client(read([{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }])).messages.create(request)
  await expect(refused).rejects.toThrow(Anthropic.APIError)
  await expect(refused).rejects.toMatchObject({ status: 529, type: 'overloaded_error' })
})

test('a response without any content', async () => {
  expect(
    await client(read(stream([])))
      .messages.stream(request)
      .finalMessage(),
  ).toMatchObject({ content: [], stop_reason: 'end_turn' })
})

test.each([
  ['a second bracket', '{"a":1}}', { a: 1 }],
  ['a line end in a string', '{"a":"b\nc"}', { a: 'b\nc' }],
  ['a list', '[1]', { input: '[1]' }],
  ['null', 'null', {}],
  ['text', 'plan B', { input: 'plan B' }],
])('arguments that are no JSON object are one, streamed and whole: %s', async (_, text, input) => {
  const called = client([
    { type: 'tool-call-start', call: 0, id: 'call_a', name: 'f' },
    ...text.split('').map((unit): Part => ({ type: 'tool-call-delta', call: 0, text: unit })),
    { type: 'tool-call-end', call: 0, boundary: 'wire' },
    { type: 'finish', reason: 'tool-calls' },
    { type: 'end' },
  ])
  const expected = [expect.objectContaining({ type: 'tool_use', name: 'f', input })]
  expect((await called.messages.stream(request).finalMessage()).content).toEqual(expected)
  expect((await called.messages.create(request)).content).toEqual(expected)
})
