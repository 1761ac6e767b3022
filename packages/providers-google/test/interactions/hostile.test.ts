import { anyText, anyTree, loosely } from '@reason/exchanges/any-json'
import { describeHostile } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completed, created, delta, readText, resultOf, start, thought, wire } from './events.ts'

const text = anyText('STOP')
const tree = anyTree(
  'event_type interaction steps outputs type summary content text signature arguments name id status usage errors error index step delta annotations result',
  text,
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
  text: fc.oneof(text, tree),
  content: tree,
  signature: fc.oneof(text, tree),
  arguments: fc.oneof(text, tree),
  name: text,
  id: text,
  annotations: tree,
  result: fc.oneof(text, tree),
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

describeHostile(wire, {
  event,
  body: fc.oneof(
    loosely({
      id: fc.oneof(text, tree),
      status: fc.oneof(text, tree),
      steps: fc.oneof(fc.array(fc.record({ type, ...fields }, { requiredKeys: [] })), tree),
    }),
    tree,
  ),
  stream: [created, start(0, { type: 'thought' }), delta(0, thought('ä€😀')), start(1, { type: 'model_output' }), completed()],
  around: (cycle) => [start(0, { type: 'function_call', name: 'f', arguments: cycle }), start(0, { type: 'mystery', cycle })],
  aroundJson: (json) => [`{"event_type":"step.start","step":{"type":"x","x":${json}}}`, `{"event_type":"step.start","step":${json}}`],
  polluted: ['{"event_type":"step.start","step":{"type":"x","__proto__":{"polluted":1}},"__proto__":{"polluted":1}}'],
})

test('text before the damage counts', () => {
  const text = [created, start(0, { type: 'thought' }), delta(0, thought('before'))]
    .map((value) => `data: ${JSON.stringify(value)}\n\n`)
    .join('')
  const result = resultOf(readText(`${text}data: {"event_type":"step.del`))
  expect([result.reasoning, result.finish?.reason]).toEqual(['before', 'aborted'])
  expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
})

test('a step whose fields have the name of a prototype is kept without it', () => {
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
