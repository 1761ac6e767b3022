import { checkCapture, type Capture } from '@reason/conformance/captures'
import { createFrameEncoder } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, anyTree, deep } from './json.ts'
import { callStart, content, contentStart, end, plan, read, readBody, readText, start, wire, writeText } from './events.ts'

const tree = anyTree(
  'type id index delta message content thinking text tool_plan tool_calls toolCalls function name arguments citations finish_reason usage tokens error'.split(
    ' ',
  ),
)
const type = fc.constantFrom(
  'message-start',
  'content-start',
  'content-delta',
  'content-end',
  'tool-plan-delta',
  'tool-call-start',
  'tool-call-delta',
  'tool-call-end',
  'citation-start',
  'message-end',
  'error',
  'new',
)
const call = fc.record(
  { id: anyText, function: fc.oneof(fc.record({ name: anyText, arguments: fc.oneof(anyText, tree) }, { requiredKeys: [] }), tree) },
  { requiredKeys: [] },
)
const message = fc.record(
  {
    content: fc.oneof(
      fc.record(
        { type: fc.constantFrom('thinking', 'text', 'image'), thinking: fc.oneof(anyText, tree), text: fc.oneof(anyText, tree) },
        { requiredKeys: [] },
      ),
      tree,
    ),
    tool_plan: fc.oneof(anyText, tree),
    tool_calls: fc.oneof(call, fc.array(call, { maxLength: 2 }), tree),
    citations: tree,
  },
  { requiredKeys: [] },
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      type,
      index: fc.oneof(fc.nat(2), tree),
      delta: fc.oneof(fc.record({ message }), fc.record({ finish_reason: anyText, usage: tree, error: tree }, { requiredKeys: [] }), tree),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ id: anyText, message, finish_reason: anyText, usage: tree }, { requiredKeys: ['message'] }),
)

async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'cohere', format: 'sse', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}
const encode = (events: readonly unknown[]) => {
  const encoder = createFrameEncoder('sse')
  return events.map((value) => encoder.push({ data: JSON.stringify(value) })).join('')
}

test('whatever the events are, parts are well-formed, and the stream finishes and ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (events) => {
      expect(await problemsOf(encode(events))).toEqual([])
      const parts = read(events)
      expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1)
      for (const native of ['safe', 'all'] as const) {
        expect(readText(writeText(parts, { native })).at(-1)).toEqual({ type: 'end' })
        expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
      }
      for (const body of events) expect(readBody(body).filter(({ type }) => type === 'end')).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

test('a body cut anywhere, with events lost, repeated and in another order', async () => {
  const events = [
    start,
    contentStart(0, { type: 'thinking', thinking: '' }),
    content(0, { thinking: 'ä€😀' }),
    content(1, { text: 'a' }),
    plan('p'),
    callStart(0, { id: 'c', function: { name: 'f', arguments: '{}' } }),
    end(),
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...events), { maxLength: 8 }), fc.nat(1500), async (list, cut) => {
      expect(await problemsOf(encode(list).slice(0, cut))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('values that are no JSON, JSON that is very deep, and names of prototypes', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const reader = wire.createReader()
  for (const value of [
    () => 1,
    Symbol('x'),
    1n,
    undefined,
    Number.NaN,
    [],
    new Map(),
    cycle,
    content(0, { text: cycle }),
    callStart(0, { function: { name: 'f', arguments: cycle } }),
  ]) {
    expect(() => reader.push(value)).not.toThrow()
  }
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect([reader.push(plan('p')), reader.pushFrame({ data: 'x' }), reader.end()]).toEqual([[], [], []])

  for (const value of [
    deep(50_000),
    `{"type":"citation-start","delta":{"message":{"citations":${deep(50_000)}}}}`,
    `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${deep(50_000)}}}],"x":${deep(50_000)}}}`,
  ]) {
    expect(() => writeText(readText(`data: ${value}\n\n`), { native: 'all' })).not.toThrow()
  }
  wire.writeResponse(
    readBody(JSON.parse('{"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"finish_reason":"COMPLETE"}')),
    { native: 'all' },
  )
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
