import { expect, it, onTestFinished } from 'vitest'
import { asObject, type Json } from '@reason/gateway/json'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { eventsOf } from '../../support/sse.ts'
import { postJson } from '../../support/post.ts'

const start = (index: number, block: Json): Json => ({ type: 'content_block_start', index, content_block: block })
const delta = (index: number, of: Json): Json => ({ type: 'content_block_delta', index, delta: of })
const stop = (index: number): Json => ({ type: 'content_block_stop', index })
const text = (value: string): Json => ({ type: 'text_delta', text: value })
const input = (value: string): Json => ({ type: 'input_json_delta', partial_json: value })
const call = { type: 'tool_use', id: 't', name: 'f', input: {} }

const rows: readonly [name: string, events: Json[]][] = [
  [
    'one begins before another ends',
    [start(0, { type: 'text', text: '' }), delta(0, text('a')), start(1, call), delta(1, input('{}')), stop(0), stop(1)],
  ],
  [
    'they alternate',
    [
      start(0, { type: 'text', text: '' }),
      start(1, call),
      delta(0, text('a')),
      delta(1, input('{"q"')),
      delta(0, text('b')),
      delta(1, input(':1}')),
      stop(1),
      stop(0),
    ],
  ],
  [
    'none is ended',
    [
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'T' }),
      start(1, { type: 'text', text: '' }),
      delta(1, text('a')),
    ],
  ],
  ['one index for both', [start(0, { type: 'text', text: '' }), delta(0, text('a')), start(0, call), delta(0, input('{}')), stop(0)]],
]

const head = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}

it.each(rows)('blocks of Messages come one after the other, each whole: %s', async (_, blocks) => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const events = [
    { type: 'message_start', message: { ...head, stop_reason: null } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ]
  const body = events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  upstream.play([{ type: 'text/event-stream', body: Buffer.from(body) }])
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', 'anthropic-messages')
  const response = await postJson(`${gateway.url}/v1/messages`, {
    model: 'm',
    max_tokens: 10,
    stream: true,
    messages: [{ role: 'user', content: 'x' }],
  })
  let open: unknown
  let next = 0
  const texts: Record<string, string> = {}
  for (const data of eventsOf((await response.text()).replaceAll(/^event: .*\n/gm, ''))) {
    const { type, index, content_block: block, delta: piece } = JSON.parse(data) as Json
    if (type === 'content_block_start') {
      expect([open, index]).toEqual([undefined, next++])
      open = index
      const key = String(asObject(block)['id'] ?? asObject(block)['type'])
      texts[`${String(index)} ${key}`] = ''
    } else if (type === 'content_block_delta') {
      expect(index).toBe(open)
      const key = Object.keys(texts).at(-1)!
      texts[key] += Object.entries(asObject(piece))
        .filter(([name]) => name !== 'type')
        .map(([, value]) => String(value))
        .join('')
    } else if (type === 'content_block_stop') {
      expect(index).toBe(open)
      open = undefined
    }
  }
  expect(open).toBeUndefined()
  const joined = (kind: RegExp): string =>
    Object.entries(texts)
      .filter(([key]) => kind.test(key))
      .map(([, value]) => value)
      .join('')
  const sent = (name: string): string => blocks.map((event) => (asObject(event['delta'])[name] as string | undefined) ?? '').join('')
  expect(joined(/ text$/)).toBe(sent('text'))
  expect(joined(/ thinking$/)).toBe(sent('thinking'))
  for (const [key, value] of Object.entries(texts)) if (key.endsWith(' t')) expect(() => JSON.parse(value) as unknown).not.toThrow()
})
