import { anyText, anyTree } from '@reason/exchanges/any-json'
import { describeHostile } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { done, line, wire } from './lines.ts'

const text = anyText('stop')
const tree = anyTree(
  'model created_at message role content thinking tool_calls function name arguments id done done_reason error eval_count response context',
  text,
)
const call = fc.oneof(
  tree,
  fc.record(
    { id: text, function: fc.record({ name: fc.oneof(text, tree), arguments: fc.oneof(tree, text) }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  ),
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      message: fc.record(
        {
          content: fc.oneof(text, tree),
          thinking: fc.oneof(text, tree),
          tool_calls: fc.oneof(fc.array(call, { maxLength: 3 }), tree),
          images: tree,
        },
        { requiredKeys: [] },
      ),
      done: fc.oneof(fc.boolean(), tree),
      done_reason: fc.oneof(text, tree),
      eval_count: tree,
      error: fc.oneof(text, tree),
    },
    { requiredKeys: ['message'] },
  ),
)

describeHostile(wire, {
  framing: 'ndjson',
  event,
  stream: [
    line({ thinking: 'r' }),
    line({ content: 'ä€😀' }),
    line({ tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] }),
    done({ eval_count: 1 }),
    { error: 'x' },
  ],
  around: (cycle) => [line({ content: cycle }), line({ tool_calls: [{ function: { name: 'f', arguments: cycle } }] })],
  aroundJson: (json) => [
    `{"message":${json}}`,
    `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":${json}}}}],"x":${json}}}`,
  ],
  polluted: ['{"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"done":true}'],
})
