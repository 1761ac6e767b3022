import { anyText, anyTree, listOf, loosely } from '@reason/exchanges/any-json'
import { describeHostile, testCuts } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockDelta, blockStart, messageStart, read, resultOf, stream, text as textBlock, thinking, toolUse, wire } from './events.ts'

const text = anyText('end_turn max_tokens text thinking')
const tree = anyTree(
  'type index message content_block delta usage error id role model content stop_reason stop_sequence stop_details container text thinking signature data ' +
    'partial_json citation citations input name caller input_tokens output_tokens output_tokens_details thinking_tokens estimated_tokens',
  text,
)
const types = listOf(
  'message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping error message text thinking redacted_thinking tool_use ' +
    'server_tool_use web_search_tool_result text_delta thinking_delta signature_delta input_json_delta citations_delta compaction',
)
const type = fc.oneof(fc.constantFrom(...types), tree)
const index = fc.oneof(fc.nat(2), fc.constantFrom(-1, 1e308, 2 ** 53), tree)
const block = loosely({
  type,
  text: fc.oneof(text, tree),
  thinking: fc.oneof(text, tree),
  signature: text,
  data: text,
  id: text,
  name: text,
  input: tree,
  citations: tree,
  __proto__: tree,
})
const delta = loosely({
  type,
  text: fc.oneof(text, tree),
  thinking: fc.oneof(text, tree),
  signature: fc.oneof(text, tree),
  partial_json: fc.oneof(text, tree),
  citation: tree,
  content: text,
  stop_reason: fc.oneof(text, tree),
  estimated_tokens: tree,
})
/** Near to what is sent: a stream with something wrong in it. */
const event = fc.oneof(
  tree,
  loosely({
    type,
    index,
    content_block: fc.oneof(block, tree),
    delta: fc.oneof(delta, tree),
    message: fc.oneof(loosely({ id: text, model: text, content: fc.array(block, { maxLength: 2 }), usage: tree }), tree),
    usage: tree,
    content: fc.oneof(fc.array(block, { maxLength: 3 }), tree),
    stop_reason: text,
    error: tree,
  }),
)

describeHostile(wire, {
  event,
  stream: stream([...thinking(0, ['r', 's'], 'S'), ...textBlock(1, 'ä€😀'), ...toolUse(2, 'f', '{"a":', '1}')]),
  around(cycle) {
    const call = { type: 'tool_use', id: 't', name: 'f', input: cycle, other: cycle }
    return [blockStart(0, call), { type: 'message', content: [call], more: cycle }, call]
  },
  aroundJson: (json) => [
    `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":${json}}}`,
    `{"type":"content_block_start","index":0,"content_block":${json}}`,
  ],
  polluted: [
    '{"__proto__":{"polluted":1},"type":"message","content":[{"type":"x_tool_result","__proto__":{"polluted":1}}],"usage":{"__proto__":{"polluted":1},"output_tokens":1},"stop_reason":"end_turn"}',
  ],
})

testCuts(wire, stream([...thinking(0, ['r1', 'r2'], 'S'), ...textBlock(1, 'a1', 'a2'), ...toolUse(2, 'f', '{"a":', '1}')], 'tool_use'), {
  reasoning: ['r1', 'r2'],
  answer: ['a1', 'a2'],
  arguments: ['{"a":', '1}'],
})

test('no text of one channel reaches another, whatever the order and the indexes', () => {
  const one = fc.tuple(fc.nat(3), fc.constantFrom({ type: 'thinking_delta', thinking: 'R' }, { type: 'text_delta', text: 'A' }))
  fc.assert(
    fc.property(fc.array(one), (deltas) => {
      const { reasoning, answer } = resultOf(read([messageStart(), ...deltas.map(([index, delta]) => blockDelta(index, delta))]))
      const count = (type: string) => deltas.filter(([, delta]) => delta.type === type).length
      expect(reasoning).toBe('R'.repeat(count('thinking_delta')))
      expect(answer).toBe('A'.repeat(count('text_delta')))
    }),
  )
})
