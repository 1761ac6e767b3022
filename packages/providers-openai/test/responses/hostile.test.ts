import { checkCapture, type Capture } from '@reason/conformance/captures'
import { encodeSse } from '@reason/core/framing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiResponses } from '../../src/index.ts'
import { added, args, body, completed, created, done, message, raw, readBody, resultOf, summary, text } from './events.ts'

const wire = openaiResponses()

/** Any JSON, lone surrogates and names of prototypes included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', '\ud800', '\udc00x', '[DONE]', 'completed', 'reasoning', 'message', 'function_call', 'output_text', '<think>'),
)
const scalar = fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const key = fc.constantFrom(
  ...(
    'type id object created_at model status output usage error response item part delta text summary content encrypted_content arguments name call_id ' +
    'input refusal annotations logprobs annotation incomplete_details reason output_index content_index summary_index item_id __proto__ constructor ' +
    'toString hasOwnProperty unknown'
  ).split(' '),
)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    scalar,
    fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 6, depthIdentifier: 'tree' }).map((entries) => Object.fromEntries(entries)),
  ),
}))
const types = fc.constantFrom(
  ...(
    'created in_progress queued completed incomplete failed output_item.added output_item.done reasoning_summary_part.added ' +
    'reasoning_summary_text.delta reasoning_summary_text.done reasoning_summary_part.done reasoning_text.delta reasoning_text.done ' +
    'content_part.added content_part.done output_text.delta output_text.done output_text.annotation.added refusal.delta refusal.done ' +
    'function_call_arguments.delta function_call_arguments.done custom_tool_call_input.delta custom_tool_call_input.done ' +
    'web_search_call.searching code_interpreter_call_code.delta mcp_call_arguments.done audio.delta nobody.knows'
  )
    .split(' ')
    .map((name) => `response.${name}`),
)
const part = fc.record(
  {
    type: fc.constantFrom('output_text', 'reasoning_text', 'summary_text', 'refusal', 'image'),
    text: fc.oneof(anyText, tree),
    refusal: anyText,
    annotations: tree,
  },
  { requiredKeys: [] },
)
const item = fc.record(
  {
    type: fc.constantFrom('reasoning', 'message', 'function_call', 'custom_tool_call', 'web_search_call', 'compaction', 'x'),
    id: anyText,
    status: fc.oneof(anyText, tree),
    summary: fc.oneof(fc.array(part, { maxLength: 2 }), tree),
    content: fc.oneof(fc.array(part, { maxLength: 2 }), tree),
    encrypted_content: anyText,
    call_id: anyText,
    name: anyText,
    arguments: fc.oneof(anyText, tree),
    input: fc.oneof(anyText, tree),
    format: tree,
  },
  { requiredKeys: ['type'] },
)
/** Near to what is sent: events with something wrong in them. */
const event = fc.oneof(
  tree,
  fc.record(
    {
      type: types,
      output_index: fc.oneof(fc.nat(2), tree),
      content_index: fc.oneof(fc.nat(2), tree),
      summary_index: fc.nat(1),
      item_id: fc.oneof(fc.constantFrom('a', 'b'), tree),
      item: fc.oneof(item, tree),
      part: fc.oneof(part, tree),
      delta: fc.oneof(anyText, tree),
      text: fc.oneof(anyText, tree),
      refusal: anyText,
      arguments: fc.oneof(anyText, tree),
      input: anyText,
      logprobs: tree,
      annotation: tree,
      response: fc.oneof(
        fc.record(
          {
            id: anyText,
            model: anyText,
            status: anyText,
            output: fc.oneof(fc.array(item, { maxLength: 3 }), tree),
            usage: tree,
            error: tree,
          },
          { requiredKeys: [] },
        ),
        tree,
      ),
    },
    { requiredKeys: ['type'] },
  ),
)

/** Everything that holds for the parts of any response. The kit knows the rules. */
async function problemsOf(body: string): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'openai-responses', format: 'sse', body: new TextEncoder().encode(body), expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1 })
}

test('whatever the events are, parts are well-formed, there is one finish, and the stream ends once; it can be written again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 10 }), async (events) => {
      expect(await problemsOf(events.map((value) => encodeSse({ data: JSON.stringify(value) })).join(''))).toEqual([])
      const reader = wire.createReader()
      const parts = [...events.flatMap((value) => reader.push(value)), ...reader.end()]
      expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1)
      const writer = wire.createWriter({ native: 'all' })
      const frames = [...parts.flatMap((one) => writer.push(one)), ...writer.end()]
      expect(frames.every(({ data }) => typeof JSON.parse(data) === 'object')).toBe(true)
      expect(frames.map(({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number)).toEqual(frames.map((_, n) => n))
    }),
    { numRuns: 300 },
  )
})

const good = [
  created,
  added(0, { type: 'reasoning', id: 'rs', summary: [] }),
  summary(0, 0, 'one'),
  summary(0, 1, 'two'),
  done(0, { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'E' }),
  added(1, { type: 'reasoning', id: 'rt', summary: [] }),
  raw(1, 'raw'),
  added(2, { type: 'message', id: 'msg', content: [] }),
  text(2, 'ä€😀'),
  added(3, { type: 'function_call', id: 'fc', call_id: 'call', name: 'f', arguments: '' }),
  args(3, '{"a":'),
  args(3, '1}'),
  completed(),
]

test('a body cut anywhere, with frames lost, repeated and in another order, never throws', async () => {
  const frames = good.map((value) => encodeSse({ data: JSON.stringify(value) }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(frames.length - 1), { maxLength: 16 }), fc.nat(4000), async (order, cut) => {
      const body = order.map((n) => frames[n]).join('')
      expect(await problemsOf(body.slice(0, cut))).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('text before a cut is never lost, and none changes its channel', () => {
  fc.assert(
    fc.property(fc.nat(good.length), fc.string(), (count, rubbish) => {
      const reader = wire.createReader()
      const parts = [
        ...good.slice(0, count).flatMap((value) => reader.push(value)),
        ...reader.pushFrame({ data: rubbish }),
        ...reader.end(),
      ]
      const sent = good.slice(0, count).flatMap((value) => ('delta' in value ? [value] : []))
      const of = (type: string) => sent.flatMap((value) => (value.type.includes(type) ? [value.delta as string] : [])).join('')
      const result = resultOf(parts)
      expect([result.reasoning, result.answer]).toEqual([of('reasoning'), of('output_text')])
      expect(result.toolCalls.map((call) => call.arguments).join('')).toBe(of('arguments'))
    }),
  )
})

test('whole bodies of any kind', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        event,
        fc.array(item).map((output) => body(output)),
      ),
      (value) => {
        const parts = readBody(value)
        expect(parts.at(-1)).toEqual({ type: 'end' })
        expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
      },
    ),
    { numRuns: 200 },
  )
})

test('events that are no JSON at all: cycles, functions, symbols; and nothing after the end', () => {
  const cycle: Record<string, unknown> = { ...done(0, { type: 'function_call', name: 'f' }) }
  ;(cycle['item'] as Record<string, unknown>)['arguments'] = cycle
  const reader = wire.createReader()
  for (const value of [cycle, () => 1, Symbol('x'), 1n, undefined, Number.NaN, [], [[]], new Map()]) {
    expect(() => reader.push(value)).not.toThrow()
  }
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect(reader.push(text(0, 'a'))).toEqual([])
  expect(reader.pushFrame({ data: 'x' })).toEqual([])
  expect(reader.end()).toEqual([])
})

test('values that JSON has no form for, or that are too deep for it, are read and left out when written', () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 50_000; depth++) deep = [deep]
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const reader = wire.createReader()
  const events = [
    created,
    done(0, { type: 'web_search_call', id: 'ws', action: deep }),
    text(1, 'a', { logprobs: [cycle] }),
    completed({ metadata: { deep } }),
  ]
  const parts = [...events.flatMap((value) => reader.push(value)), ...reader.end()]
  expect(resultOf(parts)).toMatchObject({ answer: 'a', finish: { reason: 'stop' } })
  const writer = wire.createWriter({ native: 'all' })
  const frames = [...parts.flatMap((part) => writer.push(part)), ...writer.end()]
  expect(JSON.parse(frames.at(-1)!.data)).toMatchObject({ response: { status: 'completed', output: [{ content: [{ text: 'a' }] }] } })
})

test('nothing of a response changes the prototype of objects', () => {
  const hostile =
    '{"object":"response","status":"completed","__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}},"output":[{"__proto__":{"polluted":1},"type":"message","content":"a"}]}'
  const parts = readBody(JSON.parse(hostile))
  wire.writeResponse(parts, { native: 'all' })
  expect(resultOf(parts).answer).toBe('a')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('a message that comes whole, in its last event only', () => {
  expect(resultOf(readBody(body([message('a')]))).answer).toBe('a')
})
