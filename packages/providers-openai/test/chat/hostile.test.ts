import type { Part } from '@reason/core'
import { checkCapture, type Capture } from '@reason/conformance/captures'
import { encodeSse } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { chunk, readBody, resultOf } from './chunks.ts'

const wire = openaiChat()

/** Any JSON, lone surrogates and names of prototypes included. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', '\ud800', '\udc00x', '[DONE]', 'stop', 'length', 'reasoning.text', '<think>'),
)
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const names = (
  'id object created model choices usage error x_groq base_resp index delta message finish_reason logprobs type role content reasoning_content ' +
  'reasoning reasoning_details refusal tool_calls function_call function custom name arguments text thinking summary signature data extra_content ' +
  'google thought_signature completion_tokens completion_tokens_details reasoning_tokens __proto__ constructor toString hasOwnProperty unknown'
).split(' ')
const key = fc.constantFrom(...names)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    scalar,
    fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 6, depthIdentifier: 'tree' }).map((entries) => Object.fromEntries(entries)),
  ),
}))
/** Near to what is sent: a stream of chunks with something wrong in them. */
const piece = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.oneof(text, tree),
    reasoning_content: fc.oneof(text, tree),
    reasoning: fc.oneof(text, tree),
    reasoning_details: fc.array(
      fc.record(
        { type: text, text: fc.oneof(text, tree), signature: text, data: text, index: fc.oneof(fc.nat(2), tree) },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    refusal: text,
    tool_calls: fc.array(
      fc.record(
        {
          index: fc.oneof(fc.nat(2), tree),
          id: text,
          function: fc.record({ name: text, arguments: fc.oneof(text, tree) }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    function_call: tree,
  },
  { requiredKeys: [] },
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      id: text,
      choices: fc.array(
        fc.record(
          { index: fc.oneof(fc.nat(2), tree), delta: piece, message: piece, finish_reason: fc.oneof(text, fc.constant(null), tree) },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
      usage: tree,
    },
    { requiredKeys: ['choices'] },
  ),
)

/** Everything that holds for the parts of any response. The kit knows the rules. */
async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'openai-chat', format: 'sse', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the events are, parts are well-formed, each choice finishes, and the stream ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 8 }), fc.boolean(), async (events, done) => {
      const body = events.map((value) => encodeSse({ data: JSON.stringify(value) })).join('') + (done ? 'data: [DONE]\n\n' : '')
      expect(await problemsOf(body)).toEqual([])
      const reader = wire.createReader()
      const parts = [...events.flatMap((value) => reader.push(value)), ...reader.end()]
      const finishes = parts.filter((part) => part.type === 'finish').map((part) => part.choice ?? 0)
      expect(new Set(finishes).size).toBe(finishes.length)
      expect(finishes.length).toBeGreaterThan(0)
    }),
    { numRuns: 150 },
  )
})

test('a body cut anywhere, with frames lost, repeated and in another order, never throws', async () => {
  const frames = [
    chunk({ role: 'assistant' }),
    chunk({ reasoning_content: 'r' }),
    chunk({ content: 'ä€😀' }),
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }),
    chunk({}, 'stop'),
  ].map((value) => encodeSse({ data: JSON.stringify(value) }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(frames.length - 1), { maxLength: 8 }), fc.nat(2000), async (order, cut) => {
      expect(
        await problemsOf(
          order
            .map((n) => frames[n])
            .join('')
            .slice(0, cut),
        ),
      ).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('whole bodies of any kind', () => {
  fc.assert(
    fc.property(event, (body) => {
      const parts = readBody(body)
      expect(parts.at(-1)).toEqual({ type: 'end' })
      expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
    }),
    { numRuns: 150 },
  )
})

test('no text of one channel reaches another, whatever the order of deltas', () => {
  const delta = fc.oneof(
    fc.record({ reasoning_content: fc.constantFrom('R', 'RR') }),
    fc.record({ reasoning: fc.constant('R') }),
    fc.record({ content: fc.constantFrom('A', 'AA') }),
  )
  fc.assert(
    fc.property(fc.array(delta), (deltas) => {
      const reader = wire.createReader()
      const parts: Part[] = [...deltas.flatMap((one) => reader.push(chunk(one))), ...reader.end()]
      const all = JSON.stringify(deltas)
      const { reasoning, answer } = resultOf(parts)
      expect(reasoning).toBe('R'.repeat(all.split('R').length - 1))
      expect(answer).toBe('A'.repeat(all.split('A').length - 1))
    }),
  )
})

test('events that are no JSON at all: cycles, functions, symbols', () => {
  const cycle: Record<string, unknown> = {
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: {} } }] } }],
  }
  const call = (cycle['choices'] as { delta: { tool_calls: { function: { arguments: unknown } }[] } }[])[0]!.delta.tool_calls[0]!
  call.function.arguments = cycle
  const reader = wire.createReader()
  for (const value of [cycle, () => 1, Symbol('x'), 1n, undefined, Number.NaN, [], [[]], new Map()])
    expect(() => reader.push(value)).not.toThrow()
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect(reader.push(chunk({ content: 'a' }))).toEqual([])
  expect(reader.pushFrame({ data: 'x' })).toEqual([])
  expect(reader.end()).toEqual([])
})

test('nothing of a response changes the prototype of objects', () => {
  readBody(
    JSON.parse(
      '{"__proto__":{"polluted":1},"choices":[{"index":0,"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"finish_reason":"stop"}]}',
    ),
  )
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
