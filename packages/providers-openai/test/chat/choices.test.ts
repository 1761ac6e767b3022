import { describe, expect, test } from 'vitest'
import { body, chunk, codesOf, outline, read, readBody, readDone, resultOf } from './chunks.ts'

const of = (index: unknown, delta: unknown, finish: string | null = null) => ({
  ...chunk({}),
  choices: [{ index, delta, finish_reason: finish }],
})

test('frames of several choices interleave; each has its own blocks, calls and finish', () => {
  const parts = readDone([
    of(1, { role: 'assistant', reasoning_content: 'q' }),
    of(0, { reasoning_content: 'r' }),
    of(1, { content: 'b' }),
    of(0, { content: 'a' }),
    of(1, { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }, 'tool_calls'),
    of(0, {}, 'stop'),
  ])
  expect(outline(parts, 0)).toEqual(['reasoning: r', 'answer: a'])
  expect(outline(parts, 1)).toEqual(['reasoning: q', 'answer: b', 'call f: {}'])
  expect([resultOf(parts, 0).finish?.reason, resultOf(parts, 1).finish?.reason]).toEqual(['stop', 'tool-calls'])
  expect(
    parts.filter((part) => part.type === 'block-start' && part.choice === 1).map((part) => part.type === 'block-start' && part.block),
  ).toEqual([0, 1])
})

test('several in one frame, and in a whole body', () => {
  const texts = (kind: 'delta' | 'message') =>
    [0, 1, 2].map((index) => ({ index, [kind]: { content: `c${index}` }, finish_reason: 'stop' }))
  for (const parts of [readDone([{ ...chunk({}), choices: texts('delta') }]), readBody({ ...body({}), choices: texts('message') })]) {
    expect([0, 1, 2].map((choice) => resultOf(parts, choice).answer)).toEqual(['c0', 'c1', 'c2'])
    expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
  }
})

test('without an index, the place in the list is the index', () => {
  const parts = readBody({
    ...body({}),
    choices: [
      { message: { content: 'a' }, finish_reason: 'stop' },
      { index: '1', message: { content: 'b' }, finish_reason: 'stop' },
    ],
  })
  expect([resultOf(parts, 0).answer, resultOf(parts, 1).answer]).toEqual(['a', 'b'])
})

test.each([undefined, null])('a list of messages beside message: %s has the answer in its last one of the model', (message) => {
  const call = { id: 'c', function: { name: 'web_search', arguments: '{}' } }
  const messages = [
    { role: 'assistant', content: 'a', tool_calls: [call] },
    { role: 'tool', content: 't' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'tool', content: 'u' },
    7,
  ]
  const parts = readBody({ ...body({}), choices: [{ index: 0, message, messages, finish_reason: 'stop' }] })
  expect(outline(parts)).toEqual(['reasoning: r', 'answer: b'])
})

test('a cut stream finishes those that had not, and only those', () => {
  const parts = read([of(0, { content: 'a' }, 'stop'), of(1, { content: 'b' })])
  expect([resultOf(parts, 0).finish?.reason, resultOf(parts, 1).finish?.reason]).toEqual(['stop', 'aborted'])
  expect(codesOf(parts)).toEqual(['missing-finish'])
})

test('a second role frame is no new message', () => {
  const parts = readDone([
    chunk({ role: 'assistant', content: null }),
    chunk({ content: 'a' }),
    chunk({ role: 'assistant', content: null }),
    chunk({ content: 'b' }, 'stop'),
  ])
  expect(outline(parts)).toEqual(['answer: ab'])
  expect(parts.filter(({ type }) => type === 'start')).toHaveLength(1)
})

describe('a whole message behind pieces', () => {
  const whole = (message: unknown) => ({ ...chunk({}), choices: [{ index: 0, message, finish_reason: 'stop' }] })
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const rows: [name: string, pieces: unknown[], message: unknown, expected: string[]][] = [
    [
      'repeats them',
      [{ reasoning_content: 'r' }, { content: 'a' }],
      { reasoning_content: 'r', content: 'a' },
      ['reasoning: r', 'answer: a'],
    ],
    ['has the calls', [{ content: 'a' }], { content: 'a', tool_calls: [call] }, ['answer: a', 'call f: {}']],
    ['has the answer', [{ reasoning_content: 'r' }], { reasoning_content: 'r', content: 'a' }, ['reasoning: r', 'answer: a']],
    ['repeats the calls', [{ tool_calls: [{ index: 0, ...call }] }], { content: null, tool_calls: [call] }, ['call f: {}']],
    ['has all of it', [{ role: 'assistant' }], { reasoning_content: 'r', content: 'a' }, ['reasoning: r', 'answer: a']],
  ]
  test.each(rows)('%s', (_, pieces, message, expected) => {
    expect(outline(readDone([...pieces.map((piece) => chunk(piece)), whole(message)]))).toEqual(expected)
  })
})
