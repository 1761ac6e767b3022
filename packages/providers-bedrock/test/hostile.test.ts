import { anyText, anyTree, listOf, loosely } from '@reason/exchanges/any-json'
import { describeHostile, problemsOf, testCuts } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { createEventStreamDecoder, encodeEventStream } from '../src/index.ts'
import {
  blockStart,
  blockStop,
  delta,
  frameOf,
  messageStart,
  read,
  reasoning,
  resultOf,
  stream,
  text as textBlock,
  toolUse,
  wire,
} from './events.ts'

const text = anyText('end_turn max_tokens')
const names =
  'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata throttlingException output message content role stopReason usage metrics ' +
  'contentBlockIndex delta start text reasoningContent reasoningText signature redactedContent toolUse toolUseId name input toolResult citation citationsContent citations image type p ' +
  'inputTokens outputTokens'
const tree = anyTree(names, text)
const orTree = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: tree })
const block = loosely({
  text: orTree(text),
  reasoningContent: orTree(
    loosely({
      text: orTree(text),
      signature: orTree(text),
      redactedContent: orTree(text),
      reasoningText: orTree(loosely({ text, signature: text })),
    }),
  ),
  toolUse: orTree(loosely({ toolUseId: text, name: text, input: tree, type: text })),
  toolResult: tree,
  citation: tree,
  image: tree,
})
const contentBlockIndex = orTree(fc.constantFrom(0, 1, 2, -1, 1e308))
/** Near to what is sent: a stream with something wrong in it. */
const event = fc.oneof(
  tree,
  fc.record({ contentBlockDelta: orTree(loosely({ contentBlockIndex, delta: orTree(block) })) }),
  fc.record({ contentBlockStart: orTree(loosely({ contentBlockIndex, start: orTree(block) })) }),
  fc.record({ contentBlockStop: orTree(loosely({ contentBlockIndex })) }),
  fc.record({ messageStop: orTree(loosely({ stopReason: orTree(text) })) }),
  loosely({
    output: orTree(loosely({ message: orTree(loosely({ content: orTree(fc.array(block, { maxLength: 3 })) })) })),
    stopReason: orTree(text),
    usage: tree,
    trace: tree,
  }),
)

const good = stream([...reasoning(0, ['r', 's'], 'S'), ...textBlock(1, 'ä€😀'), ...toolUse(2, 'f', '{"a":', '1}')])

describeHostile(wire, {
  framing: 'jsonl',
  event,
  stream: good,
  around: (cycle) => [delta(0, { image: cycle }), blockStart(1, { toolUse: { name: 'f', input: cycle } })],
  aroundJson: (json) => [
    `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"image":${json}}}}`,
    `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"f","input":${json}}}]}}}`,
  ],
  polluted: [
    '{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"image":{"__proto__":{"polluted":1}}}}}',
    '{"__proto__":{"polluted":1},"output":{"message":{"content":[{"__proto__":{"polluted":1}},{"image":{"__proto__":{"polluted":1}}}]}},"usage":{"__proto__":{"polluted":1},"outputTokens":1}}',
  ],
})

const binaryProblems = (bytes: Uint8Array) => problemsOf(wire, 'aws-eventstream', bytes, createEventStreamDecoder)

test('frames of any name and payload', async () => {
  const frame = fc.record({
    event: fc.oneof(fc.constantFrom(...listOf(names)), fc.constant(':damaged'), fc.constant('error')),
    data: fc.oneof(
      text,
      tree.map((value) => JSON.stringify(value)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), async (frames) => {
      expect(await binaryProblems(Buffer.concat(frames.map(encodeEventStream)))).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

test('a body cut anywhere, with frames lost, repeated and in another order, never throws', async () => {
  const frames = good.map((one) => encodeEventStream(frameOf(one)))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(frames.length - 1), { maxLength: 20 }), fc.nat(3000), async (order, cut) => {
      expect(await binaryProblems(Buffer.concat(order.map((n) => frames[n]!)).subarray(0, cut))).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

testCuts(wire, stream([...reasoning(0, ['r1', 'r2'], 'S'), ...textBlock(1, 'a1', 'a2'), ...toolUse(2, 'f', '{"a":', '1}')], 'tool_use'), {
  reasoning: ['r1', 'r2'],
  answer: ['a1', 'a2'],
  arguments: ['{"a":', '1}'],
})

test('no text of one channel reaches another, whatever the order and the indexes', () => {
  const one = fc.tuple(fc.nat(3), fc.constantFrom({ reasoningContent: { text: 'R' } }, { text: 'A' }, undefined))
  fc.assert(
    fc.property(fc.array(one), (deltas) => {
      const { reasoning, answer } = resultOf(
        read([messageStart, ...deltas.map(([index, piece]) => (piece === undefined ? blockStop(index) : delta(index, piece)))]),
      )
      const count = (field: string) => deltas.filter(([, piece]) => piece !== undefined && field in piece).length
      expect(reasoning).toBe('R'.repeat(count('reasoningContent')))
      expect(answer).toBe('A'.repeat(count('text')))
    }),
  )
})
