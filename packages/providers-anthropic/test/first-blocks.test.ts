import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { reasonOf } from '@reason/core'
import { encodeSse } from '@reason/core/framing'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'
import {
  blockDelta,
  blockStart,
  messageDelta,
  messageStart,
  messageStop,
  outline,
  read,
  stream,
  text,
  thinking,
  toolUse,
} from './events.ts'

const said = (content: string) => ({ type: 'text', text: content })
const start = (...content: unknown[]) => messageStart({ content })
const end = [messageDelta('end_turn'), messageStop]

describe('blocks in message_start', () => {
  test.each<[string, unknown[], string[]]>([
    ['are the answer if no event repeats them', [start(said('It is 51.')), ...end], ['answer: It is 51.']],
    ['are read at the end of a stream that was cut', [start(said('It is'))], ['answer: It is']],
    ['are not read again from their events', [start(said('It')), ...text(0, 'It', ' is 51.'), ...end], ['answer: It is 51.']],
    [
      'stand before blocks that only events have',
      [start({ type: 'thinking', thinking: '2+2' }), ...text(1, 'Four.'), ...end],
      ['reasoning (summary): 2+2', 'answer: Four.'],
    ],
    [
      'stand before a block of another type',
      [start(said('Let me see.')), ...thinking(0, ['2+2']), ...end],
      ['answer: Let me see.', 'reasoning (summary): 2+2'],
    ],
    [
      'stand before deltas of a block without a start',
      [start(said('It')), blockDelta(0, { type: 'text_delta', text: ' is.' }), ...end],
      ['answer: It', 'answer:  is.'],
    ],
    [
      'stand before a block without an index',
      [start(said('A')), { ...blockStart(0, said('B')), index: undefined }, ...end],
      ['answer: A', 'answer: B'],
    ],
    [
      'that begin several blocks of events stand nowhere else',
      [start({ type: 'thinking', thinking: '2' }, said('F')), ...thinking(0, ['2+2']), ...text(1, 'Four.'), ...end],
      ['reasoning (summary): 2+2', 'answer: Four.'],
    ],
  ])('%s', (_, events, lines) => expect(outline(read(events))).toEqual(lines))
})

test('the message of a client stays as it is', () => {
  const first = start(said('It'))
  read([first, ...text(0, 'It', ' is 51.'), ...end])
  expect(first).toEqual(start(said('It')))
})

test("the collecting stream of Anthropic's client, whose message_start grows", async () => {
  const events = stream([...thinking(0, ['2', '+2'], 'SigA'), ...text(1, 'Fo', 'ur.'), ...toolUse(2, 'add', '{"a":', '2}')], 'tool_use')
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end((events as { type: string }[]).map((event) => encodeSse({ event: event.type, data: JSON.stringify(event) })).join(''))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const source = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 }).messages.stream({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'q' }],
    })
    const { reasoning, answer, toolCalls } = await reasonOf(source, { use: [anthropicMessages()] }).result()
    expect([reasoning, answer, toolCalls.map((call) => call.arguments)]).toEqual(['2+2', 'Four.', ['{"a":2}']])
  } finally {
    server.close()
  }
})
