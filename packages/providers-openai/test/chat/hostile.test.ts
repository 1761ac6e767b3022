import { anyText, anyTree } from '@reason/exchanges/any-json'
import { describeHostile } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunk, read, resultOf, wire } from './chunks.ts'

const text = anyText('stop length reasoning.text')
const tree = anyTree(
  'id object created model choices usage error x_groq base_resp index delta message finish_reason logprobs type role content reasoning_content ' +
    'reasoning reasoning_details refusal tool_calls function_call function custom name arguments text thinking summary signature data extra_content ' +
    'google thought_signature completion_tokens completion_tokens_details reasoning_tokens',
  text,
)
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

describeHostile(wire, {
  hasChoices: true,
  event: fc.oneof(event, fc.constant('[DONE]')),
  body: event,
  stream: [
    chunk({ role: 'assistant' }),
    chunk({ reasoning_content: 'r' }),
    chunk({ content: 'ä€😀' }),
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }),
    chunk({}, 'stop'),
  ],
  around: (cycle) => [chunk({ tool_calls: [{ index: 0, function: { name: 'f', arguments: cycle } }] })],
  aroundJson: (json) => [
    `{"choices":${json},"x":${json}}`,
    `{"choices":[{"index":0,"delta":{"content":${json},"x":${json},"tool_calls":[{"index":0,"function":{"name":"f","arguments":${json}}}]}}]}`,
    `{"error":{"message":${json},"x":${json}}}`,
  ],
  polluted: [
    '{"__proto__":{"polluted":1},"choices":[{"index":0,"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"finish_reason":"stop"}]}',
  ],
})

test('no text of one channel reaches another, whatever the order of deltas', () => {
  const delta = fc.oneof(
    fc.record({ reasoning_content: fc.constantFrom('R', 'RR') }),
    fc.record({ reasoning: fc.constant('R') }),
    fc.record({ content: fc.constantFrom('A', 'AA') }),
  )
  fc.assert(
    fc.property(fc.array(delta), (deltas) => {
      const parts = read(deltas.map((one) => chunk(one)))
      const all = JSON.stringify(deltas)
      const { reasoning, answer } = resultOf(parts)
      expect(reasoning).toBe('R'.repeat(all.split('R').length - 1))
      expect(answer).toBe('A'.repeat(all.split('A').length - 1))
    }),
  )
})
