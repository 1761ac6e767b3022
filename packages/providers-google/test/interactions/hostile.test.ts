import { checkCapture, type Capture } from '@reason/conformance/captures'
import { createFrameEncoder } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, anyTree, deep } from '../json.ts'
import { created, delta, read, readBody, readText, resultOf, start, thought, wire, writeText } from './events.ts'

const tree = anyTree(
  'event_type interaction steps outputs type summary content text signature arguments name id status usage errors error index step delta annotations result'.split(
    ' ',
  ),
)
const type = fc.constantFrom('thought', 'model_output', 'function_call', 'google_search_call', 'mystery')
const deltaType = fc.constantFrom(
  'thought_summary',
  'thought_signature',
  'text',
  'text_annotation_delta',
  'arguments_delta',
  'function_call',
  'image',
  'google_search_call',
  'mystery',
)
const fields = {
  text: fc.oneof(anyText, tree),
  content: tree,
  signature: fc.oneof(anyText, tree),
  arguments: fc.oneof(anyText, tree),
  name: anyText,
  id: anyText,
  annotations: tree,
  result: fc.oneof(anyText, tree),
}
const index = fc.oneof(fc.nat(2), tree)
const event = fc.oneof(
  fc.record(
    { event_type: fc.constant('step.start'), index, step: fc.oneof(fc.record({ type, ...fields }, { requiredKeys: ['type'] }), tree) },
    { requiredKeys: ['event_type'] },
  ),
  fc.record(
    {
      event_type: fc.constant('step.delta'),
      index,
      delta: fc.oneof(fc.record({ type: deltaType, ...fields }, { requiredKeys: ['type'] }), tree),
    },
    { requiredKeys: ['event_type'] },
  ),
  fc.record({ event_type: fc.constant('step.stop'), index }, { requiredKeys: ['event_type'] }),
  fc.record(
    {
      event_type: fc.constantFrom('interaction.created', 'interaction.completed', 'interaction.status_update', 'error'),
      interaction: tree,
      status: tree,
      error: tree,
      usage: tree,
    },
    { requiredKeys: ['event_type'] },
  ),
  tree,
)

async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'gemini-interactions', format: 'sse', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the events are, parts are well-formed, and the stream finishes and ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 10 }), async (events) => {
      const encoder = createFrameEncoder('sse')
      expect(await problemsOf(events.map((value) => encoder.push({ data: JSON.stringify(value) })).join(''))).toEqual([])
      const parts = read(events)
      expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1)
      for (const native of ['safe', 'all'] as const) {
        expect(readText(writeText(parts, { native })).at(-1)).toEqual({ type: 'end' })
        expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
      }
    }),
    { numRuns: 200 },
  )
})

test('whole bodies of any kind', () => {
  const body = fc.record(
    {
      id: fc.oneof(anyText, tree),
      status: fc.oneof(anyText, tree),
      steps: fc.oneof(fc.array(fc.record({ type, ...fields }, { requiredKeys: [] })), tree),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(body, tree), (value) => {
      expect(readBody(value).filter(({ type }) => type === 'end')).toHaveLength(1)
    }),
    { numRuns: 150 },
  )
})

test('text before the damage counts', () => {
  const text = [created, start(0, { type: 'thought' }), delta(0, thought('before'))]
    .map((value) => `data: ${JSON.stringify(value)}\n\n`)
    .join('')
  const result = resultOf(readText(`${text}data: {"event_type":"step.del`))
  expect([result.reasoning, result.finish?.reason]).toEqual(['before', 'aborted'])
  expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
})

test('JSON that is very deep, cycles, and names of prototypes', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  for (const value of [cycle, start(0, { type: 'function_call', name: 'f', arguments: cycle }), start(0, { type: 'mystery', cycle })]) {
    expect(() => writeText(read([value]), { native: 'all' })).not.toThrow()
  }
  for (const value of [
    deep(50_000),
    `{"event_type":"step.start","step":{"type":"x","x":${deep(50_000)}}}`,
    `{"event_type":"step.start","step":${deep(50_000)}}`,
  ]) {
    expect(() => writeText(readText(`data: ${value}\n\n`), { native: 'all' })).not.toThrow()
  }
  const parts = readText(
    'data: {"event_type":"step.start","step":{"type":"x","__proto__":{"polluted":1}}}\n\ndata: {"event_type":"step.delta","index":0,"delta":{"type":"x","__proto__":{"polluted":1}}}\n\n',
  )
  wire.writeResponse(parts, { native: 'all' })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(parts.filter((part) => part.type === 'native').map(({ value }) => (value as { polluted?: number }).polluted)).toEqual([undefined])
})

test('an annotation follows a text whose own annotations are no list', () => {
  const text = { type: 'text', annotations: 7, note: 1 }
  const events = [
    { event_type: 'step.start', index: 0, step: { type: 'model_output' } },
    { event_type: 'step.delta', index: 0, delta: text },
    { event_type: 'step.delta', index: 0, delta: { type: 'text_annotation_delta', annotations: ['z'] } },
  ]
  const reader = wire.createReader()
  const read = [...events.flatMap((event) => [...reader.push(event)]), ...reader.end()]
  expect(wire.writeResponse(read, { native: 'all' })).toMatchObject({
    steps: [
      {
        content: [
          { text: '', annotations: [7] },
          { annotations: [7, 'z'], note: 1 },
        ],
      },
    ],
  })
})
