import { checkCapture, type Capture } from '@reason/conformance/captures'
import { createFrameEncoder } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, anyTree, deep } from '../json.ts'
import { chunk, outline, read, readText, resultOf, wire, writeText } from './chunks.ts'

const tree = anyTree(
  'candidates content parts text thought thoughtSignature functionCall name args partialArgs jsonPath stringValue willContinue finishReason index usageMetadata promptTokenCount thoughtsTokenCount promptFeedback blockReason error code message response executableCode'.split(
    ' ',
  ),
)
const partialArg = fc.record(
  {
    jsonPath: fc.oneof(fc.constantFrom('$.a', '$.b', '$.a.x', '$.c[0]', '$.c[1]', '$'), anyText),
    stringValue: anyText,
    numberValue: fc.double(),
    willContinue: fc.boolean(),
  },
  { requiredKeys: ['jsonPath'] },
)
const part = fc.oneof(
  fc.record(
    { text: fc.oneof(anyText, tree), thought: fc.oneof(fc.boolean(), tree), thoughtSignature: fc.oneof(anyText, tree) },
    { requiredKeys: [] },
  ),
  fc.record({
    functionCall: fc.record(
      {
        name: anyText,
        id: anyText,
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
            finishReason: fc.oneof(anyText, tree),
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

async function problemsOf(format: string, body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'gemini', format, body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the chunks are, parts are well-formed, each candidate finishes, and the stream ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (events) => {
      const encoder = createFrameEncoder('sse')
      expect(await problemsOf('sse', events.map((value) => encoder.push({ data: JSON.stringify(value) })).join(''))).toEqual([])
      const parts = read(events)
      const finishes = parts.filter((one) => one.type === 'finish').map((one) => one.choice ?? 0)
      expect(new Set(finishes).size).toBe(finishes.length)
      expect(finishes.length).toBeGreaterThan(0)
      // And all of it can be written.
      for (const native of ['safe', 'all'] as const) {
        expect(readText('json-array', writeText(parts, 'json-array', { native })).at(-1)).toEqual({ type: 'end' })
        expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
      }
    }),
    { numRuns: 200 },
  )
})

test('a body cut anywhere, with chunks lost, repeated and in another order', async () => {
  const chunks = [
    chunk([{ text: 'r', thought: true }]),
    chunk([{ text: 'ä€😀' }]),
    chunk([{ functionCall: { name: 'f', willContinue: true } }]),
    chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }], willContinue: true } }]),
    chunk([{ functionCall: {} }], 'STOP'),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...chunks), { maxLength: 8 }),
      fc.nat(2000),
      fc.constantFrom('sse', 'json-array'),
      async (list, cut, format) => {
        const encoder = createFrameEncoder(format as 'sse')
        const body = list.map((value) => encoder.push({ data: JSON.stringify(value) })).join('') + encoder.end()
        const kept = body.slice(0, cut)
        if (format === 'sse') expect(await problemsOf('sse', kept)).toEqual([])
        expect(readText(format as 'sse', kept).at(-1)).toEqual({ type: 'end' })
      },
    ),
    { numRuns: 100 },
  )
})

test('text before the damage counts', () => {
  for (const framing of ['sse', 'json-array'] as const) {
    const encoder = createFrameEncoder(framing)
    const body =
      encoder.push({ data: JSON.stringify(chunk([{ text: 'before' }])) }) +
      encoder.push({ data: JSON.stringify(chunk([{ text: 'after' }])) }).slice(0, -9)
    const result = resultOf(readText(framing, body))
    expect(result.answer).toBe('before')
    expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
  }
})

test('whole bodies of any kind', () => {
  fc.assert(
    fc.property(event, (body) => {
      const parts = wire.readResponse(body)
      expect(parts.at(-1)).toEqual({ type: 'end' })
      expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
    }),
    { numRuns: 150 },
  )
})

test('values that are no JSON, and JSON that is very deep', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const reader = wire.createReader()
  const odd = [
    () => 1,
    Symbol('x'),
    1n,
    undefined,
    Number.NaN,
    [[]],
    new Map(),
    cycle,
    chunk([{ functionCall: { name: 'f', args: cycle } }]),
    chunk([{ x: cycle }, { text: cycle }]),
  ]
  for (const value of odd) expect(() => reader.push(value)).not.toThrow()
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect([reader.push(chunk([{ text: 'a' }])), reader.pushFrame({ data: 'x' }), reader.end()]).toEqual([[], [], []])

  for (const value of [
    deep(50_000),
    `{"candidates":${deep(50_000)}}`,
    `{"candidates":[{"content":{"parts":[{"x":${deep(50_000)}}]}}]}`,
    deep(20_000, ['{"response":', '}']),
  ]) {
    const parts = readText('json', value)
    expect(parts.at(-1)).toEqual({ type: 'end' })
    expect(() => writeText(parts, 'sse', { native: 'all' })).not.toThrow()
  }
})

test('nothing of a response changes the prototype of objects', () => {
  const body = JSON.parse(
    '{"__proto__":{"polluted":1},"candidates":[{"__proto__":{"polluted":1},"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.__proto__.polluted","numberValue":1}]}}]}}]}',
  ) as unknown
  const parts = wire.readResponse(body)
  wire.writeResponse(parts, { native: 'all' })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(outline(parts)).toContain('call f: {"__proto__":{"polluted":1}}')
})
