import type { Usage } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import { blockDelta, body, codesOf, messageDelta, messageStart, read, readBody, resultOf, text, thinking } from './events.ts'

const counts = (usage: Usage | undefined) => {
  const { raw: _, ...rest } = usage ?? { raw: undefined }
  return Object.fromEntries(
    Object.entries(rest).map(([name, { value, source }]) => [name, source === 'reported' ? value : `${value} ${source}`]),
  )
}
const ending = (usage: unknown, reason = 'end_turn') => messageDelta(reason, usage)

describe('later counts replace earlier ones, and never add up', () => {
  const rows: [name: string, start: unknown, end: unknown, expected: Record<string, unknown>][] = [
    ['output alone at the end', { input_tokens: 10, output_tokens: 1 }, { output_tokens: 7 }, { input: 10, output: 7 }],
    ['both', { input_tokens: 1055, output_tokens: 3 }, { input_tokens: 3727, output_tokens: 115 }, { input: 3727, output: 115 }],
    [
      'thinking is in the output',
      { input_tokens: 10, output_tokens: 1 },
      { output_tokens: 92, output_tokens_details: { thinking_tokens: 53 } },
      { input: 10, output: 92, reasoning: 53 },
    ],
    [
      'cached tokens stand beside the input',
      { input_tokens: 6, cache_read_input_tokens: 20443, output_tokens: 1 },
      { output_tokens: 489 },
      { input: 6, cached: 20443, output: 489 },
    ],
    [
      'null says nothing',
      { input_tokens: 10, output_tokens: 1 },
      { input_tokens: null, cache_read_input_tokens: null, output_tokens: 7, output_tokens_details: null },
      { input: 10, output: 7 },
    ],
    [
      'a compaction is billed beside the message, another model is not',
      { input_tokens: 10, output_tokens: 1 },
      {
        output_tokens: 7,
        iterations: [
          { type: 'compaction', input_tokens: 1000, cache_read_input_tokens: 30, output_tokens: 100 },
          { type: 'message', input_tokens: 10, output_tokens: 7 },
          { type: 'advisor_message', input_tokens: 5, output_tokens: 3 },
          null,
        ],
      },
      { input: 1040, output: 107 },
    ],
    ['a 0 in place of the input', { input_tokens: 10, output_tokens: 0 }, { input_tokens: 0, output_tokens: 7 }, { input: 10, output: 7 }],
    ['no usage at the end', { input_tokens: 10, output_tokens: 1 }, null, { input: 10, output: 1 }],
    ['no usage at the start', undefined, { output_tokens: 7 }, { output: 7 }],
    ['wrong types', { input_tokens: 'ten', output_tokens: -1 }, { output_tokens: 7 }, { output: 7 }],
    [
      'more thinking than output',
      { input_tokens: 1, output_tokens: 1 },
      { output_tokens: 7, output_tokens_details: { thinking_tokens: 8 } },
      { input: 1, output: 7, reasoning: '8 implausible' },
    ],
  ]
  test.each(rows)('%s', (_, start, end, expected) => {
    expect(counts(resultOf(read([messageStart({ usage: start }), ...text(0, 'x'), ending(end)])).usage)).toEqual(expected)
  })
})

test("the provider's own object, put together, is beside the counts", () => {
  const parts = read([
    messageStart({ usage: { input_tokens: 10, service_tier: 'standard', output_tokens: 1 } }),
    ending({ output_tokens: 7 }),
  ])
  expect(resultOf(parts).usage?.raw).toEqual({ input_tokens: 10, service_tier: 'standard', output_tokens: 7 })
})

test('counts of that object are numbers that can be added up', () => {
  const parts = read([
    messageStart({ usage: { input_tokens: '10', cache_read_input_tokens: '3', cache_creation_input_tokens: -5, service_tier: '7' } }),
    ending({ output_tokens: '7', cache_read_input_tokens: 1e308 }),
  ])
  expect(resultOf(parts).usage?.raw).toEqual({ input_tokens: 10, cache_read_input_tokens: 3, output_tokens: 7, service_tier: '7' })
})

test('no count of thinking is impossible beside a digest, but beside the raw text it is', () => {
  const zero = ending({ output_tokens: 7, output_tokens_details: { thinking_tokens: 0 } })
  const digest = read([messageStart(), ...thinking(0, ['a']), zero])
  expect(counts(resultOf(digest).usage)).toMatchObject({ reasoning: 0 })
  expect(codesOf(digest)).toEqual([])
  const raw = read([messageStart({ model: 'claude-3-7-sonnet-20250219' }), ...thinking(0, ['a']), zero])
  expect(counts(resultOf(raw).usage)).toMatchObject({ reasoning: '0 implausible' })
  expect(codesOf(raw)).toEqual(['implausible-usage'])
  const omitted = read([messageStart({ model: 'claude-3-7-sonnet-20250219' }), ...thinking(0, [], 'A'), zero])
  expect(codesOf(omitted)).toEqual([])
})

test('a whole body says it once', () => {
  expect(readBody(body([{ type: 'text', text: 'x' }])).filter(({ type }) => type === 'usage')).toHaveLength(1)
})

test('an end in the middle of the stream, without a reason, is none', () => {
  const parts = read([
    messageStart(),
    messageDelta(null, { output_tokens: 3 }),
    blockDelta(0, { type: 'text_delta', text: 'x' }),
    ending({ output_tokens: 7 }),
  ])
  expect(resultOf(parts)).toMatchObject({ finish: { reason: 'stop' }, usage: { output: { value: 7 } } })
})
