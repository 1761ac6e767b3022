import { createHash } from 'node:crypto'
import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { checkCapture, fromRecordedRow, fromServerRow, type Capture, type RecordedRow } from '../src/captures/index.ts'
import { describeCaptures } from '../src/vitest.ts'
import { reference } from './reference.ts'
import { referenceWire } from './reference-wire.ts'

const events = [
  { reasoning: 'two and ' },
  { reasoning: 'two 😀' },
  { seal: 'sig' },
  { answer: 'It is ' },
  { call: { name: 'add', args: '' } },
  { answer: 'four.' },
  { usage: { input: 5, output: 9, reasoning: 4 } },
  { finish: 'done' },
]
const lines = (list: readonly unknown[]) => list.map((event) => `${JSON.stringify(event)}\n`).join('')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const text = (value: string) => ({ sha256: sha256(value), chars: [...value].length })

const recorded: RecordedRow = {
  id: 'sum',
  provider: 'nobody',
  api: 'reference-wire',
  model: 'm',
  format: 'ndjson',
  expected: {
    reasoning_sha256: sha256('two and two 😀'),
    reasoning_chars: 13,
    content_sha256: sha256('It is four.'),
    content_chars: 11,
    tool_calls: [{ name: 'add', arguments: {} }],
    input_tokens: 5,
    output_tokens: 9,
    reasoning_tokens: 4,
    total_tokens: null,
    output_includes_reasoning: true,
    finish_reason: 'done',
    blocks: [
      { type: 'reasoning', ...text('two and two 😀') },
      { type: 'text', ...text('It is ') },
      { type: 'server_tool_use' },
      { type: 'tool_call' },
      { type: 'text', ...text('fo') },
      { type: 'text', ...text('ur.') },
    ],
    signatures: [sha256('sig')],
    encrypted: [],
    redacted: [],
  },
}
const capture = fromRecordedRow(recorded, new TextEncoder().encode(lines(events)))

describeCaptures(referenceWire(), [
  capture,
  { ...capture, id: 'the same as one array', format: 'json-array', body: JSON.stringify(events) },
  { ...capture, id: 'the same as one document', format: 'json', body: JSON.stringify(events) },
  fromServerRow(
    {
      id: 'two choices',
      provider: 'llamacpp',
      api: 'reference-wire',
      model: 'm',
      file: 'two.ndjson',
      expected_choices: [
        { reasoning: 'a', content: 'b', finish_reason: 'stop' },
        { reasoning: '', content: 'c', tool_calls: [{ name: 'f', arguments: '{"x":1}' }], finish_reason: null },
      ],
    },
    lines([
      { reasoning: 'a' },
      { answer: 'c', choice: 1 },
      { answer: 'b' },
      { call: { name: 'f', args: '{ "x": 1 }' }, choice: 1 },
      { finish: 'stop' },
    ]),
  ),
  fromServerRow(
    {
      id: 'an error',
      provider: 'llamacpp',
      api: 'reference-wire',
      model: 'm',
      file: 'e.jsonl',
      expected: { error: { message: 'too long' } },
    },
    lines([{ error: 'It is too long.' }]),
  ),
])

const rulesOf = async (alter: (part: Part) => readonly Part[], of: Capture = capture) =>
  [...new Set((await checkCapture(referenceWire(alter), of)).map(({ rule }) => rule))].sort()

describe('the kit finds', () => {
  test.each<[string, (part: Part) => readonly Part[], string[]]>([
    ['lost reasoning', (part) => (part.type === 'delta' && part.text === 'two and ' ? [] : [part]), ['blocks', 'reasoning']],
    ['a lost answer', (part) => (part.type === 'delta' && part.text === 'four.' ? [] : [part]), ['answer', 'blocks']],
    ['a renamed tool', (part) => (part.type === 'tool-call-start' ? [{ ...part, name: 'subtract' }] : [part]), ['toolCalls']],
    [
      'changed arguments',
      (part) => (part.type === 'tool-call-end' ? [{ type: 'tool-call-delta', call: part.call, text: '1' }, part] : [part]),
      ['toolCalls'],
    ],
    [
      'lost seals',
      (part) =>
        part.type === 'block-end' ? [{ type: part.type, block: part.block, channel: part.channel, boundary: part.boundary }] : [part],
      ['seals'],
    ],
    ['lost usage', (part) => (part.type === 'usage' ? [] : [part]), ['usage']],
    [
      'output without reasoning',
      (part) => (part.type === 'usage' ? [{ ...part, usage: { ...part.usage, output: { value: 5, source: 'reported' } } }] : [part]),
      ['usage'],
    ],
    ['a renamed finish', (part) => (part.type === 'finish' ? [{ ...part, native: 'stop' }] : [part]), ['finish']],
    ['an error from nowhere', (part) => (part.type === 'finish' ? [{ type: 'error', error: { message: 'no' } }, part] : [part]), ['error']],
    ['no end', (part) => (part.type === 'end' ? [] : [part]), ['end']],
    ['two ends', (part) => (part.type === 'end' ? [part, part] : [part]), ['end']],
    ['blocks without an end', (part) => (part.type === 'block-end' && part.channel === 'answer' ? [] : [part]), ['well-formed']],
  ])('%s', async (_, alter, rules) => {
    expect(await rulesOf(alter)).toEqual(rules)
  })

  test('blocks in another order', async () => {
    const swapped = { ...capture, body: lines([events[3], events[5], ...events.slice(0, 3), events[4], ...events.slice(6)]) }
    expect(await rulesOf((part) => [part], swapped)).toEqual(['blocks'])
  })

  test('a throw', async () => {
    const [failure] = await checkCapture(referenceWire(), { ...capture, body: '{"reasoning":\n' })
    expect(failure).toMatchObject({ capture: 'sum', rule: 'never-throws', message: expect.stringContaining('JSON') })
  })

  test('a result that depends on the cuts', async () => {
    let reads = 0
    const wire = referenceWire()
    const restless = {
      ...wire,
      createReader: () => (reads++ === 0 ? wire : referenceWire((part) => (part.type === 'usage' ? [] : [part]))).createReader(),
    }
    expect((await checkCapture(restless, capture)).map(({ rule }) => rule)).toContain('chunk-invariance')
  })
})

test('fields can be left out', async () => {
  const deaf = referenceWire((part) => (part.type === 'usage' ? [] : [part]))
  expect(await checkCapture(deaf, capture, { ignore: ['usage'] })).toEqual([])
})

test.each([
  [true, 9, 4, 9, true],
  [false, 5, 4, 9, true],
  [false, 9, 4, 9, false],
  [null, 9, 4, 9, true],
  [null, 5, 4, 9, true],
  [null, 6, 4, 9, false],
])('output that includes reasoning (%s): %i reported, %i of reasoning, %i read', async (includes, output, reasoning, _, fits) => {
  const expected = { ...recorded.expected, output_includes_reasoning: includes, output_tokens: output, reasoning_tokens: reasoning }
  const row = fromRecordedRow({ ...recorded, expected }, lines(events))
  expect((await checkCapture(referenceWire(), row)).map(({ rule }) => rule)).toEqual(fits ? [] : ['usage'])
})

describe('tags in the answer', () => {
  const wire = '<think> sum </think>\n4'
  const inline = fromRecordedRow(
    {
      ...recorded,
      expected: {
        ...recorded.expected,
        inline_think: 'tagged',
        reasoning_sha256: sha256(' sum '),
        reasoning_trim_sha256: sha256('sum'),
        content_sha256: sha256('\n4'),
        content_trim_sha256: sha256('4'),
        wire_content_sha256: sha256(wire),
        wire_content_chars: wire.length,
        tool_calls: [],
        signatures: [],
        input_tokens: null,
        output_tokens: null,
        reasoning_tokens: null,
      },
    },
    lines([{ answer: wire.slice(0, 3) }, { answer: wire.slice(3) }, { finish: 'done' }]),
  )

  test('are split with an adapter', async () => {
    expect(await checkCapture(referenceWire(), inline, { adapter: reference() })).toEqual([])
  })
  test('are compared as they came without one', async () => {
    expect(await checkCapture(referenceWire(), inline)).toEqual([])
  })
  test('and a trimmed split is as good', async () => {
    const trimmed = { ...inline, body: lines([{ answer: '<think>sum</think>4' }, { finish: 'done' }]) }
    expect(await checkCapture(referenceWire(), trimmed, { adapter: () => reference() })).toEqual([])
  })
  test('but a wrong one is not', async () => {
    const wrong = { ...inline, body: lines([{ answer: '<think>sums</think>4' }, { finish: 'done' }]) }
    expect((await checkCapture(referenceWire(), wrong, { adapter: reference() })).map(({ rule }) => rule)).toEqual(['reasoning'])
  })
})

test('a format without a framing is an error that says so', async () => {
  const [failure] = await checkCapture(referenceWire(), { ...capture, format: 'tape' })
  expect(failure?.message).toMatch(/"tape".*option decoder/)
})

test('a format of one’s own', async () => {
  const texts: string[] = []
  const decoder = () => ({
    push: (bytes: Uint8Array) => (texts.push(String(bytes.length)), []),
    end: () => events.map((value) => ({ value })),
  })
  expect(await checkCapture(referenceWire(), { ...capture, format: 'tape' }, { decoder })).toEqual([])
  expect(texts.length).toBeGreaterThan(1)
})
