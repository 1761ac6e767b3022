import type { Part } from '@reason/core'
import { checkCapture, type Capture } from '@reason/conformance/captures'
import { encodeSse } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'
import { blockDelta, messageStart, readBody, resultOf, stream, text as textBlock, thinking, toolUse } from './events.ts'

const wire = anthropicMessages()

/** Any JSON, lone surrogates and names of prototypes included. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', '\ud800', '\udc00x', '\0', '[DONE]', 'end_turn', 'max_tokens', 'text', 'thinking'),
)
const names = (
  'type index message content_block delta usage error id role model content stop_reason stop_sequence stop_details container text thinking signature data ' +
  'partial_json citation citations input name caller input_tokens output_tokens output_tokens_details thinking_tokens estimated_tokens __proto__ constructor toString unknown'
).split(' ')
const types = (
  'message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping error message text thinking redacted_thinking tool_use ' +
  'server_tool_use web_search_tool_result text_delta thinking_delta signature_delta input_json_delta citations_delta compaction'
).split(' ')
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('tree')), { maxLength: 6, depthIdentifier: 'tree' })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))
const type = fc.oneof(fc.constantFrom(...types), tree)
const index = fc.oneof(fc.nat(2), fc.constantFrom(-1, 1e308, 2 ** 53), tree)
const loosely = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
const block = loosely({
  type,
  text: fc.oneof(text, tree),
  thinking: fc.oneof(text, tree),
  signature: text,
  data: text,
  id: text,
  name: text,
  input: tree,
  citations: tree,
  __proto__: tree,
})
const delta = loosely({
  type,
  text: fc.oneof(text, tree),
  thinking: fc.oneof(text, tree),
  signature: fc.oneof(text, tree),
  partial_json: fc.oneof(text, tree),
  citation: tree,
  content: text,
  stop_reason: fc.oneof(text, tree),
  estimated_tokens: tree,
})
/** Near to what is sent: a stream with something wrong in it. */
const event = fc.oneof(
  tree,
  loosely({
    type,
    index,
    content_block: fc.oneof(block, tree),
    delta: fc.oneof(delta, tree),
    message: fc.oneof(loosely({ id: text, model: text, content: fc.array(block, { maxLength: 2 }), usage: tree }), tree),
    usage: tree,
    content: fc.oneof(fc.array(block, { maxLength: 3 }), tree),
    stop_reason: text,
    error: tree,
  }),
)

/** Everything that holds for the parts of any response. The kit knows the rules. */
async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'anthropic-messages', format: 'sse', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the events are, parts are well-formed, there is one finish, and the stream ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 10 }), async (events) => {
      expect(await problemsOf(events.map((value) => encodeSse({ data: JSON.stringify(value) })).join(''))).toEqual([])
      const reader = wire.createReader()
      const parts = [...events.flatMap((value) => reader.push(value)), ...reader.end()]
      expect(parts.filter((part) => part.type === 'finish')).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

test('what was read of them can be written, streamed and whole', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), fc.constantFrom('none' as const, 'safe' as const, 'all' as const), (events, native) => {
      const reader = wire.createReader()
      const parts = [...events.flatMap((value) => reader.push(value)), ...reader.end()]
      const writer = wire.createWriter({ native })
      for (const frame of [...parts.flatMap((part) => writer.push(part)), ...writer.end()])
        expect(() => JSON.parse(frame.data)).not.toThrow()
      expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
    }),
    { numRuns: 200 },
  )
})

test('a body cut anywhere, with frames lost, repeated and in another order, never throws', async () => {
  const frames = stream([...thinking(0, ['r', 's'], 'S'), ...textBlock(1, 'ä€😀'), ...toolUse(2, 'f', '{"a":', '1}')]).map((value) =>
    encodeSse({ event: 'x', data: JSON.stringify(value) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(frames.length - 1), { maxLength: 20 }), fc.nat(3000), async (order, cut) => {
      const all = order.map((n) => frames[n]).join('')
      expect(await problemsOf(all.slice(0, cut))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('nothing that came before a cut is lost', () => {
  const events = stream([...thinking(0, ['r1', 'r2'], 'S'), ...textBlock(1, 'a1', 'a2'), ...toolUse(2, 'f', '{"a":', '1}')], 'tool_use')
  for (let count = 0; count <= events.length; count++) {
    const reader = wire.createReader()
    const result = resultOf([...events.slice(0, count).flatMap((event) => reader.push(event)), ...reader.end()])
    const sent = JSON.stringify(events.slice(0, count))
    const pieces = (...all: string[]) => all.filter((piece) => sent.includes(JSON.stringify(piece))).join('')
    expect([result.reasoning, result.answer, result.toolCalls[0]?.arguments ?? '']).toEqual([
      pieces('r1', 'r2'),
      pieces('a1', 'a2'),
      pieces('{"a":', '1}'),
    ])
  }
})

test('whole bodies of any kind', () => {
  fc.assert(
    fc.property(event, (body) => {
      const parts = readBody(body)
      expect(parts.at(-1)).toEqual({ type: 'end' })
      expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

test('no text of one channel reaches another, whatever the order and the indexes', () => {
  const one = fc.tuple(fc.nat(3), fc.constantFrom({ type: 'thinking_delta', thinking: 'R' }, { type: 'text_delta', text: 'A' }))
  fc.assert(
    fc.property(fc.array(one), (deltas) => {
      const reader = wire.createReader()
      const parts: Part[] = [
        ...[messageStart(), ...deltas.map(([index, delta]) => blockDelta(index, delta))].flatMap((event) => reader.push(event)),
        ...reader.end(),
      ]
      const { reasoning, answer } = resultOf(parts)
      const count = (type: string) => deltas.filter(([, delta]) => delta.type === type).length
      expect(reasoning).toBe('R'.repeat(count('thinking_delta')))
      expect(answer).toBe('A'.repeat(count('text_delta')))
    }),
  )
})

test('events that are no JSON at all: cycles, functions, symbols', () => {
  const cycle: Record<string, unknown> = { type: 'tool_use', id: 't', name: 'f' }
  cycle['input'] = cycle
  cycle['other'] = cycle
  const reader = wire.createReader()
  const start = { type: 'content_block_start', index: 0, content_block: cycle }
  for (const value of [
    start,
    start,
    { type: 'message', content: [cycle], more: cycle },
    cycle,
    () => 1,
    Symbol('x'),
    1n,
    undefined,
    Number.NaN,
    [],
    [[]],
    new Map(),
  ]) {
    expect(() => reader.push(value)).not.toThrow()
  }
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect(reader.push(messageStart())).toEqual([])
  expect(reader.pushFrame({ data: 'x' })).toEqual([])
  expect(reader.end()).toEqual([])
})

test('objects nested deeper than a recursion would survive', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const reader = wire.createReader()
  expect(() =>
    reader.pushFrame({
      data: `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":${deep}}}`,
    }),
  ).not.toThrow()
  expect(() => reader.pushFrame({ data: '{"type":"content_block_stop","index":0}' })).not.toThrow()
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
})

test('nothing of a response changes the prototype of objects', () => {
  readBody(
    JSON.parse(
      '{"__proto__":{"polluted":1},"type":"message","content":[{"type":"x_tool_result","__proto__":{"polluted":1}}],"usage":{"__proto__":{"polluted":1},"output_tokens":1},"stop_reason":"end_turn"}',
    ),
  )
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
