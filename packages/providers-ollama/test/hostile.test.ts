import { checkCapture, type Capture } from '@reason/conformance/captures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, anyTree, deep } from './json.ts'
import { done, line, read, readBody, readText, wire, writeText } from './lines.ts'

const tree = anyTree(
  'model created_at message role content thinking tool_calls function name arguments id done done_reason error eval_count response context'.split(
    ' ',
  ),
)
const call = fc.oneof(
  tree,
  fc.record(
    { id: anyText, function: fc.record({ name: fc.oneof(anyText, tree), arguments: fc.oneof(tree, anyText) }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  ),
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      message: fc.record(
        {
          content: fc.oneof(anyText, tree),
          thinking: fc.oneof(anyText, tree),
          tool_calls: fc.oneof(fc.array(call, { maxLength: 3 }), tree),
          images: tree,
        },
        { requiredKeys: [] },
      ),
      done: fc.oneof(fc.boolean(), tree),
      done_reason: fc.oneof(anyText, tree),
      eval_count: tree,
      error: fc.oneof(anyText, tree),
    },
    { requiredKeys: ['message'] },
  ),
)

async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'ollama', format: 'ndjson', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the lines are, parts are well-formed, and the stream finishes and ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (events) => {
      expect(await problemsOf(events.map((value) => `${JSON.stringify(value)}\n`).join(''))).toEqual([])
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

test('a body cut anywhere, with lines lost, repeated and in another order', async () => {
  const lines = [
    line({ thinking: 'r' }),
    line({ content: 'ä€😀' }),
    line({ tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] }),
    done({ eval_count: 1 }),
    { error: 'x' },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...lines), { maxLength: 8 }), fc.nat(1500), async (list, cut) => {
      expect(
        await problemsOf(
          list
            .map((value) => `${JSON.stringify(value)}\n`)
            .join('')
            .slice(0, cut),
        ),
      ).toEqual([])
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
    line({ content: cycle }),
    line({ tool_calls: [{ function: { name: 'f', arguments: cycle } }] }),
  ]) {
    expect(() => reader.push(value)).not.toThrow()
  }
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect([reader.push(line({ content: 'a' })), reader.pushFrame({ data: 'x' }), reader.end()]).toEqual([[], [], []])

  for (const value of [
    deep(50_000),
    `{"message":${deep(50_000)}}`,
    `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":${deep(50_000)}}}}],"x":${deep(50_000)}}}`,
  ]) {
    expect(() => writeText(readText(value), { native: 'all' })).not.toThrow()
  }
  const body = JSON.parse('{"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"done":true}') as unknown
  const written = wire.writeResponse(readBody(body), { native: 'all' })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect((written as { polluted?: number }).polluted).toBeUndefined()
})
