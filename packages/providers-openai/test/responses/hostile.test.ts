import { anyText, anyTree } from '@reason/exchanges/any-json'
import { describeHostile } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  added,
  args,
  body,
  completed,
  created,
  done,
  message,
  raw,
  read,
  readBody,
  resultOf,
  summary,
  text,
  wire,
  write,
} from './events.ts'

const someText = anyText('completed reasoning message function_call output_text')
const tree = anyTree(
  'type id object created_at model status output usage error response item part delta text summary content encrypted_content arguments name call_id ' +
    'input refusal annotations logprobs annotation incomplete_details reason output_index content_index summary_index item_id',
  someText,
)
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
    text: fc.oneof(someText, tree),
    refusal: someText,
    annotations: tree,
  },
  { requiredKeys: [] },
)
const item = fc.record(
  {
    type: fc.constantFrom('reasoning', 'message', 'function_call', 'custom_tool_call', 'web_search_call', 'compaction', 'x'),
    id: someText,
    status: fc.oneof(someText, tree),
    summary: fc.oneof(fc.array(part, { maxLength: 2 }), tree),
    content: fc.oneof(fc.array(part, { maxLength: 2 }), tree),
    encrypted_content: someText,
    call_id: someText,
    name: someText,
    arguments: fc.oneof(someText, tree),
    input: fc.oneof(someText, tree),
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
      delta: fc.oneof(someText, tree),
      text: fc.oneof(someText, tree),
      refusal: someText,
      arguments: fc.oneof(someText, tree),
      input: someText,
      logprobs: tree,
      annotation: tree,
      response: fc.oneof(
        fc.record(
          {
            id: someText,
            model: someText,
            status: someText,
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

describeHostile(wire, {
  event,
  body: fc.oneof(
    event,
    fc.array(item).map((output) => body(output)),
  ),
  stream: good,
  around: (cycle) => [done(0, { type: 'function_call', name: 'f', arguments: cycle }), text(1, 'a', { logprobs: [cycle] })],
  aroundJson: (json) => [
    `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","name":"f","arguments":${json},"x":${json}}}`,
    `{"type":"response.output_item.done","output_index":0,"item":${json}}`,
    `{"type":"error","message":${json},"x":${json}}`,
  ],
  polluted: [
    '{"object":"response","status":"completed","__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}},"output":[{"__proto__":{"polluted":1},"type":"message","content":"a"}]}',
  ],
})

test('what is written is numbered', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), (events) => {
      const numbers = write(read(events), { native: 'all' }).map(
        ({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number,
      )
      expect(numbers).toEqual(numbers.map((_, at) => at))
    }),
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

test('values that JSON has no form for, or that are too deep for it, are read and left out when written', () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 50_000; depth++) deep = [deep]
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const parts = read([
    created,
    done(0, { type: 'web_search_call', id: 'ws', action: deep }),
    text(1, 'a', { logprobs: [cycle] }),
    completed({ metadata: { deep } }),
  ])
  expect(resultOf(parts)).toMatchObject({ answer: 'a', finish: { reason: 'stop' } })
  const frames = write(parts, { native: 'all' })
  expect(JSON.parse(frames.at(-1)!.data)).toMatchObject({ response: { status: 'completed', output: [{ content: [{ text: 'a' }] }] } })
})

test('a message that comes whole, in its last event only', () => {
  expect(resultOf(readBody(body([message('a')]))).answer).toBe('a')
})
