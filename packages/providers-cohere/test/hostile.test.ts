import { anyText, anyTree } from '@reason/exchanges/any-json'
import { describeHostile } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { callStart, content, contentStart, end, plan, start, wire } from './events.ts'

const text = anyText('COMPLETE')
const tree = anyTree(
  'type id index delta message content thinking text tool_plan tool_calls toolCalls function name arguments citations finish_reason usage tokens error',
  text,
)
const type = fc.constantFrom(
  'message-start',
  'content-start',
  'content-delta',
  'content-end',
  'tool-plan-delta',
  'tool-call-start',
  'tool-call-delta',
  'tool-call-end',
  'citation-start',
  'message-end',
  'error',
  'new',
)
const call = fc.record(
  { id: text, function: fc.oneof(fc.record({ name: text, arguments: fc.oneof(text, tree) }, { requiredKeys: [] }), tree) },
  { requiredKeys: [] },
)
const message = fc.record(
  {
    content: fc.oneof(
      fc.record(
        { type: fc.constantFrom('thinking', 'text', 'image'), thinking: fc.oneof(text, tree), text: fc.oneof(text, tree) },
        { requiredKeys: [] },
      ),
      tree,
    ),
    tool_plan: fc.oneof(text, tree),
    tool_calls: fc.oneof(call, fc.array(call, { maxLength: 2 }), tree),
    citations: tree,
  },
  { requiredKeys: [] },
)
const event = fc.oneof(
  tree,
  fc.record(
    {
      type,
      index: fc.oneof(fc.nat(2), tree),
      delta: fc.oneof(fc.record({ message }), fc.record({ finish_reason: text, usage: tree, error: tree }, { requiredKeys: [] }), tree),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ id: text, message, finish_reason: text, usage: tree }, { requiredKeys: ['message'] }),
)

describeHostile(wire, {
  event,
  stream: [
    start,
    contentStart(0, { type: 'thinking', thinking: '' }),
    content(0, { thinking: 'ä€😀' }),
    content(1, { text: 'a' }),
    plan('p'),
    callStart(0, { id: 'c', function: { name: 'f', arguments: '{}' } }),
    end(),
  ],
  around: (cycle) => [content(0, { text: cycle }), callStart(0, { function: { name: 'f', arguments: cycle } })],
  aroundJson: (json) => [
    `{"type":"citation-start","delta":{"message":{"citations":${json}}}}`,
    `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${json}}}],"x":${json}}}`,
  ],
  polluted: ['{"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":"a"},"finish_reason":"COMPLETE"}'],
})
