import { checkCapture, type Capture } from '@reason/conformance/captures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bedrockConverse, createEventStreamDecoder, encodeEventStream } from '../src/index.ts'
import {
  blockStop,
  delta,
  frameOf,
  messageStart,
  read,
  readBody,
  reasoning,
  resultOf,
  stream,
  text as textBlock,
  toolUse,
} from './events.ts'

const wire = bedrockConverse()
const decoder = (format: string) => (format === 'aws-eventstream' ? createEventStreamDecoder() : undefined)

/** Any JSON, lone surrogates and names of prototypes included. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'a', '\ud800', '\0', 'end_turn', 'max_tokens'))
const names = (
  'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata throttlingException output message content role stopReason usage metrics ' +
  'contentBlockIndex delta start text reasoningContent reasoningText signature redactedContent toolUse toolUseId name input toolResult citation citationsContent citations image type p ' +
  'inputTokens outputTokens __proto__ constructor toString unknown'
).split(' ')
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('tree')), { maxLength: 6, depthIdentifier: 'tree' })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))
const loosely = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
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

/** Everything that holds for the parts of any response. The kit knows the rules. */
async function problemsOf(format: string, body: Uint8Array): Promise<unknown[]> {
  const capture: Capture = { id: 'hostile', wire: 'bedrock-converse', format, body, expected: [] }
  return checkCapture(wire, capture, { randomCuttings: 1, decoder })
}

test('whatever the events are, parts are well-formed, there is one finish, and the stream ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 10 }), async (events) => {
      const lines = events.map((value) => `${JSON.stringify(value)}\n`).join('')
      expect(await problemsOf('jsonl', new TextEncoder().encode(lines))).toEqual([])
      expect(read(events).filter((part) => part.type === 'finish')).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

test('frames of any name and payload', async () => {
  const frame = fc.record({
    event: fc.oneof(fc.constantFrom(...names), fc.constant(':damaged'), fc.constant('error')),
    data: fc.oneof(
      text,
      tree.map((value) => JSON.stringify(value)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), async (frames) => {
      expect(await problemsOf('aws-eventstream', Buffer.concat(frames.map(encodeEventStream)))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('what was read of them can be written, streamed and whole', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), fc.constantFrom('none' as const, 'safe' as const, 'all' as const), (events, native) => {
      const parts = read(events)
      const writer = wire.createWriter({ native })
      for (const frame of [...parts.flatMap((part) => writer.push(part)), ...writer.end()])
        expect(() => JSON.parse(frame.data)).not.toThrow()
      expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
    }),
    { numRuns: 200 },
  )
})

test('a body cut anywhere, with frames lost, repeated and in another order, never throws', async () => {
  const frames = stream([...reasoning(0, ['r', 's'], 'S'), ...textBlock(1, 'ä€😀'), ...toolUse(2, 'f', '{"a":', '1}')]).map((one) =>
    encodeEventStream(frameOf(one)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(frames.length - 1), { maxLength: 20 }), fc.nat(3000), async (order, cut) => {
      expect(await problemsOf('aws-eventstream', Buffer.concat(order.map((n) => frames[n]!)).subarray(0, cut))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('nothing that came before a cut is lost', () => {
  const events = stream([...reasoning(0, ['r1', 'r2'], 'S'), ...textBlock(1, 'a1', 'a2'), ...toolUse(2, 'f', '{"a":', '1}')], 'tool_use')
  for (let count = 0; count <= events.length; count++) {
    const result = resultOf(read(events.slice(0, count)))
    const sent = JSON.stringify(events.slice(0, count))
    const pieces = (...all: string[]) => all.filter((piece) => sent.includes(JSON.stringify(piece))).join('')
    expect([result.reasoning, result.answer, result.toolCalls[0]?.arguments ?? '']).toEqual([
      pieces('r1', 'r2'),
      pieces('a1', 'a2'),
      pieces('{"a":', '1}'),
    ])
  }
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

test('events that are no JSON at all: cycles, functions, symbols', () => {
  const cycle: Record<string, unknown> = { toolUseId: 't', name: 'f' }
  cycle['input'] = cycle
  const reader = wire.createReader()
  for (const value of [
    { contentBlockStart: { start: { toolUse: cycle } } },
    { contentBlockDelta: { delta: { image: cycle } } },
    { contentBlockDelta: { delta: { image: cycle } } },
    cycle,
    () => 1,
    Symbol('x'),
    1n,
    undefined,
    Number.NaN,
    [],
    [[]],
    new Map(),
  ]) {
    expect(() => reader.push(value)).not.toThrow()
  }
  expect(reader.end().at(-1)).toEqual({ type: 'end' })
  expect(reader.push(messageStart)).toEqual([])
  expect(reader.end()).toEqual([])
})

test('nothing of a response changes the prototype of objects', () => {
  readBody(
    JSON.parse(
      '{"__proto__":{"polluted":1},"output":{"message":{"content":[{"__proto__":{"polluted":1}},{"image":{"__proto__":{"polluted":1}}}]}},"usage":{"__proto__":{"polluted":1},"outputTokens":1}}',
    ),
  )
  const twice = JSON.parse('{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"image":{"__proto__":{"polluted":1}}}}}') as unknown
  read([twice, twice])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
