import type { Part } from '@reason/core'
import type { Usage } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import { writeUsage } from '../../src/chat/usage.ts'
import { body, chunk, codesOf, read, readBody, readDone, resultOf } from './chunks.ts'

const reported = (value: number) => ({ value, source: 'reported' })
const implausible = (value: number) => ({ value, source: 'implausible' })
const details = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } })

test('a count of 0 beside a digest of the reasoning may be true: a digest does not show it', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 7, ...details(0) }
  const of = (detail: Record<string, unknown>) => readBody(body({ reasoning_details: [detail], content: 'a' }, 'stop', { usage }))
  const digest = of({ type: 'reasoning.summary', summary: 's', index: 0 })
  expect(resultOf(digest).usage!.reasoning).toEqual(reported(0))
  expect(codesOf(digest)).toEqual([])
  expect(resultOf(of({ type: 'reasoning.text', text: 't', index: 0 })).usage!.reasoning).toEqual(implausible(0))
})

describe('counts of a whole body', () => {
  const rows: [name: string, raw: Record<string, unknown>, expected: Omit<Usage, 'raw'>, provider?: string][] = [
    [
      'OpenAI: reasoning is inside the output',
      { prompt_tokens: 9, completion_tokens: 75, total_tokens: 84, ...details(64), prompt_tokens_details: { cached_tokens: 4 } },
      { input: reported(9), output: reported(75), reasoning: reported(64), cached: reported(4), total: reported(84) } as Usage,
    ],
    [
      'xAI: reasoning is beside it, as the total proves, with every server',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115, ...details(100) },
      { input: reported(10), output: reported(105), reasoning: reported(100), total: reported(115) } as Usage,
    ],
    [
      'xAI without a total',
      { prompt_tokens: 10, completion_tokens: 5, ...details(100) },
      { input: reported(10), output: reported(105), reasoning: reported(100) } as Usage,
      'xai',
    ],
    [
      'xAI, should it ever count as the others',
      { prompt_tokens: 10, completion_tokens: 105, total_tokens: 115, ...details(100) },
      { input: reported(10), output: reported(105), reasoning: reported(100), total: reported(115) } as Usage,
      'xai',
    ],
    [
      'Perplexity: neither the output nor the total has the reasoning of deep research',
      { prompt_tokens: 33, completion_tokens: 7163, total_tokens: 7196, citation_tokens: 29, reasoning_tokens: 95_305 },
      { input: reported(33), output: reported(102_468), reasoning: reported(95_305) } as Usage,
      'perplexity',
    ],
    [
      'SGLang: at the top; 0 beside text cannot be true',
      { prompt_tokens: 19, completion_tokens: 1720, total_tokens: 1739, reasoning_tokens: 0, prompt_tokens_details: null },
      { input: reported(19), output: reported(1720), reasoning: implausible(0), total: reported(1739) } as Usage,
    ],
    [
      'fewer output tokens than reasoning, where only the total is right',
      { prompt_tokens: 951, completion_tokens: 6000, total_tokens: 6952, ...details(6001) },
      { input: reported(951), output: reported(6001), reasoning: reported(6001), total: reported(6952) } as Usage,
    ],
    [
      'more reasoning than output cannot be true',
      { prompt_tokens: 28, completion_tokens: 9, total_tokens: 37, ...details(61) },
      { input: reported(28), output: reported(9), reasoning: implausible(61), total: reported(37) } as Usage,
    ],
    [
      'DeepSeek: cache hits in a field of their own',
      { prompt_tokens: 9, completion_tokens: 75, prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 1 },
      { input: reported(9), output: reported(75), cached: reported(8) } as Usage,
    ],
    [
      'what is no number is none',
      { prompt_tokens: 'nine', completion_tokens: 5, total_tokens: -1, completion_tokens_details: 3 },
      { output: reported(5) } as Usage,
    ],
  ]

  test.each(rows)('%s', (_, raw, expected, provider) => {
    const parts = readBody(body({ reasoning_content: 'r', content: 'a' }, 'stop', { usage: raw }), {
      ...(provider !== undefined && { provider }),
    })
    expect(resultOf(parts).usage).toEqual({ ...expected, raw })
    expect(codesOf(parts)).toEqual(expected.reasoning?.source === 'implausible' ? ['implausible-usage'] : [])
  })
})

test('0 reasoning tokens are right where no reasoning was seen', () => {
  const parts = readBody(body({ content: 'a' }, 'stop', { usage: { completion_tokens: 5, ...details(0) } }))
  expect(resultOf(parts).usage?.reasoning).toEqual(reported(0))
})

test('a stream counts on, and the last word counts; a count that lags behind the text is no anomaly', () => {
  const count = (completion_tokens: number, reasoning: number) => ({
    usage: { prompt_tokens: 1, completion_tokens, ...details(reasoning) },
  })
  const parts = readDone([
    chunk({ reasoning_content: 'r' }, null, count(1, 0)),
    chunk({ content: 'a' }, null, count(2, 1)),
    chunk({}, 'stop', count(3, 1)),
  ])
  expect(parts.filter(({ type }) => type === 'usage')).toHaveLength(3)
  expect(resultOf(parts).usage?.output).toEqual(reported(3))
  expect(codesOf(parts)).toEqual([])
})

test('usage is read from the frame without choices, from x_groq, from a choice; null and {} are none', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  const places: unknown[][] = [
    [chunk({}, 'stop', { usage: null }), { ...chunk({}), choices: [], usage }],
    [chunk({}, 'stop', { x_groq: { id: 'r', usage } })],
    [{ ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }],
    [chunk({}, 'stop'), { usage }],
  ]
  for (const events of places) expect(resultOf(readDone(events)).usage?.raw).toEqual(usage)
  for (const none of [null, {}, [], 'x', { prompt_tokens: null }])
    expect(resultOf(readDone([chunk({}, 'stop', { usage: none })])).usage).toBeUndefined()
})

describe('several choices', () => {
  const of = (index: number, delta: unknown, finish: string | null = null) => ({
    ...chunk({}),
    choices: [{ index, delta, finish_reason: finish }],
  })
  const usage = (completion_tokens: number) => ({ ...chunk({}), choices: [], usage: { prompt_tokens: 4, completion_tokens } })
  const owners = (parts: readonly Part[]) =>
    parts.flatMap((part) => (part.type === 'usage' ? [[part.choice ?? 0, part.usage.output?.value]] : []))

  test('one frame at the end counts all of them', () => {
    const parts = readDone([of(0, { content: 'a' }), of(1, { content: 'b' }), of(0, {}, 'stop'), of(1, {}, 'stop'), usage(9)])
    expect(owners(parts)).toEqual([[0, 9]])
  })

  test('llama-server sends one for each, after the frame that finishes it', () => {
    const parts = readDone([of(1, { content: 'b' }), of(0, { content: 'a' }), of(1, {}, 'stop'), usage(5), of(0, {}, 'stop'), usage(7)])
    expect(owners(parts)).toEqual([
      [1, 5],
      [0, 7],
    ])
    expect(resultOf(parts, 1).usage?.output).toEqual(reported(5))
  })

  test('the same, when the second is over before the first has begun', () => {
    const parts = readDone([of(1, { content: 'b' }), of(1, {}, 'stop'), usage(5), of(0, { content: 'a' }), of(0, {}, 'stop'), usage(7)])
    expect(owners(parts)).toEqual([
      [1, 5],
      [0, 7],
    ])
  })

  test('the same, when the first is over before the second has begun', () => {
    const parts = readDone([of(0, {}, 'stop'), usage(7), of(1, { content: 'b' }), of(1, {}, 'stop'), usage(5)])
    expect(owners(parts)).toEqual([
      [0, 7],
      [1, 5],
    ])
  })

  test('a count that runs along with each frame, and a last one for all', () => {
    const along = (index: number, n: number, finish: string | null = null) => ({
      ...of(index, { content: 'x' }, finish),
      usage: { completion_tokens: n },
    })
    expect(owners(readDone([along(0, 1), along(1, 1), along(0, 2, 'stop'), along(1, 2, 'stop'), usage(4)])).at(-1)).toEqual([0, 4])
  })
})

test('usage of a stream that was cut is kept', () => {
  expect(resultOf(read([chunk({ content: 'a' }, null, { usage: { completion_tokens: 1 } })])).usage?.output).toEqual(reported(1))
})

test.each([
  [
    {
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 3 },
        { modality: 'AUDIO', tokenCount: 4 },
      ],
    },
    { prompt_tokens_details: { audio_tokens: 4 } },
  ],
  [{ candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 5 }] }, { completion_tokens_details: { audio_tokens: 5 } }],
  [
    {
      output_tokens_by_modality: [
        { modality: 'audio', tokens: 6 },
        { modality: 'text', tokens: 1 },
      ],
    },
    { completion_tokens_details: { audio_tokens: 6 } },
  ],
  [{ promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }] }, {}],
])('counts of sound keep their place: %j', (raw, details) => {
  const counts = { prompt_tokens: 9, completion_tokens: 8, total_tokens: 17 }
  const count = (value: number) => ({ value, source: 'reported' as const })
  expect(writeUsage([{ input: count(9), output: count(8), total: count(17), raw }])).toEqual({ ...counts, ...details })
})
