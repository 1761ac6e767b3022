import { anyText, anyTree, deep } from '@reason/exchanges/any-json'
import { atOnce } from '@reason/exchanges/at-once'
import { describeHostile } from '@reason/exchanges/hostile'
import { createFrameEncoder } from '@reason/core/framing'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { chunk, inArray, outline, resultOf, wire } from './chunks.ts'

const text = anyText('STOP')
const tree = anyTree(
  'candidates content parts text thought thoughtSignature functionCall name args partialArgs jsonPath stringValue willContinue finishReason index usageMetadata promptTokenCount thoughtsTokenCount promptFeedback blockReason error code message response executableCode',
  text,
)
const partialArg = fc.record(
  {
    jsonPath: fc.oneof(fc.constantFrom('$.a', '$.b', '$.a.x', '$.c[0]', '$.c[1]', '$'), text),
    stringValue: text,
    numberValue: fc.double(),
    willContinue: fc.boolean(),
  },
  { requiredKeys: ['jsonPath'] },
)
const part = fc.oneof(
  fc.record(
    { text: fc.oneof(text, tree), thought: fc.oneof(fc.boolean(), tree), thoughtSignature: fc.oneof(text, tree) },
    { requiredKeys: [] },
  ),
  fc.record({
    functionCall: fc.record(
      {
        name: text,
        id: text,
        args: tree,
        partialArgs: fc.oneof(fc.array(partialArg, { maxLength: 4 }), tree),
        willContinue: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  tree,
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      candidates: fc.array(
        fc.record(
          {
            content: fc.record({ parts: fc.array(part, { maxLength: 4 }) }),
            finishReason: fc.oneof(text, tree),
            index: fc.oneof(fc.nat(2), tree),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
      usageMetadata: tree,
      promptFeedback: tree,
    },
    { requiredKeys: ['candidates'] },
  ),
)

const stream = [
  chunk([{ text: 'r', thought: true }]),
  chunk([{ text: 'ä€😀' }]),
  chunk([{ functionCall: { name: 'f', willContinue: true } }]),
  chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }], willContinue: true } }]),
  chunk([{ functionCall: {} }], 'STOP'),
]

describeHostile(wire, {
  hasChoices: true,
  event,
  stream,
  around: (cycle) => [chunk([{ functionCall: { name: 'f', args: cycle } }]), chunk([{ x: cycle }, { text: cycle }])],
  aroundJson: (json) => [`{"candidates":${json}}`, `{"candidates":[{"content":{"parts":[{"x":${json}}]}}]}`],
  polluted: [
    '{"__proto__":{"polluted":1},"candidates":[{"__proto__":{"polluted":1},"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.__proto__.polluted","numberValue":1}]}}]}}]}',
  ],
})

test('a list of chunks that is cut anywhere ends', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...stream), { maxLength: 8 }), fc.nat(2000), (list, cut) => {
      expect(inArray.readText(JSON.stringify(list).slice(0, cut)).at(-1)).toEqual({ type: 'end' })
    }),
    { numRuns: runs(100) },
  )
})

test('responses in responses, nested very deep', () => {
  expect(
    atOnce(wire, 'json')
      .readText(deep(20_000, ['{"response":', '}']))
      .at(-1),
  ).toEqual({ type: 'end' })
})

test('text before the damage counts', () => {
  for (const framing of ['sse', 'json-array'] as const) {
    const encoder = createFrameEncoder(framing)
    const body =
      encoder.push({ data: JSON.stringify(chunk([{ text: 'before' }])) }) +
      encoder.push({ data: JSON.stringify(chunk([{ text: 'after' }])) }).slice(0, -9)
    const result = resultOf(atOnce(wire, framing).readText(body))
    expect(result.answer).toBe('before')
    expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
  }
})

test('a call may have an argument of the name of a prototype', () => {
  const partialArgs = [{ jsonPath: '$.__proto__.polluted', numberValue: 1 }]
  expect(outline(wire.readResponse(chunk([{ functionCall: { name: 'f', partialArgs } }])))).toContain(
    'call f: {"__proto__":{"polluted":1}}',
  )
})
