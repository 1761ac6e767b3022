import type { Distribution, GenerationLine, Hello, Sample } from '@reason/gateway-api'
import { describe, expect, it } from 'vitest'
import { begin, figuresOf, withGeneration } from '@reason/gateway-api/figures'
import { renderFrame } from '../src/top/frame.ts'

const generation = (more: Partial<GenerationLine> = {}): GenerationLine => ({
  trace: null,
  at: 0,
  model: 'm',
  session: null,
  key: null,
  outcome: 'stop',
  status: 200,
  ms: 700,
  firstReasoningMs: 30,
  firstAnswerMs: 560,
  reasoningTokens: 13,
  reasoningTokensSource: 'reported',
  totalTokens: 40,
  warnings: [],
  ...more,
})

const unseen: Distribution = { bounds: [], counts: [], sum: 0 }
const sample: Sample = {
  at: 0,
  inFlight: 0,
  requests: {},
  generations: {},
  tokens: {},
  written: {},
  firstReasoning: unseen,
  firstAnswer: unseen,
  ratio: unseen,
  overhead: {},
  leaks: {},
  anomalies: {},
  truncations: {},
  warnings: {},
  upstreamOutcomes: {},
  redactions: {},
}

const knownOf = (generations: readonly GenerationLine[], overhead: Readonly<Record<string, Distribution>> = {}) =>
  begin({
    version: '1',
    everyMs: 2000,
    since: 0,
    configuration: 'c',
    history: [],
    budgetEvents: [],
    generations,
    state: {
      sample: { ...sample, overhead },
      upstreams: [],
      budgets: { store: 'ok', running: 0, unsettled: 0, counts: {}, balances: [] },
      traces: { status: 'ok' },
      behind: { models: {}, traces: {} },
    },
  } satisfies Hello)

const frameOf = (known: ReturnType<typeof knownOf>): string =>
  renderFrame(known, { url: 'http://gateway', now: 0, columns: 160, paint: (_, text) => text }).join('\n')

describe('the figures of reason top', () => {
  it.each([
    ['one', [560], 0.56],
    ['an odd number', [541, 580, 555], 0.555],
    ['an even number', [541, 580], 0.5605],
    ['none that was streamed', [null], undefined],
    ['those that were streamed', [null, 560, null], 0.56],
  ])('has the exact median of %s', (_, times, median) => {
    const figures = figuresOf(knownOf(times.map((firstAnswerMs) => generation({ firstAnswerMs }))))
    expect(figures.firstAnswer).toBe(median)
  })

  it('says of buckets what they say, and no more', () => {
    const bounds = [0.000_25, 0.0005, 0.001]
    const frame = (...stages: number[][]): string =>
      frameOf(knownOf([], Object.fromEntries(stages.map((counts, index) => [String(index), { bounds, counts, sum: 0 }]))))
    expect(frame()).toContain('gateway adds –')
    expect(frame([0, 3, 4, 0])).toContain('gateway adds 0.5–1 ms')
    expect(frame([3, 0, 0, 0])).toContain('gateway adds under 0.25 ms')
    expect(frame([0, 0, 0, 2])).toContain('gateway adds over 1 ms')
    expect(frame([0, 1, 0, 0], [0, 0, 1, 0])).toContain('gateway adds 0.75–1.5 ms')
  })

  it('marks an estimate', () => {
    const frame = frameOf(
      knownOf([generation(), generation({ reasoningTokensSource: 'estimated' }), generation({ reasoningTokens: null, totalTokens: null })]),
    )
    const rows = frame.split('\n').filter((line) => line.includes(' stop '))
    expect(rows.map((row) => row.split(/ {2,}/).slice(3, 5))).toEqual([
      ['–', '–'],
      ['≈ 13', '40'],
      ['13', '40'],
    ])
  })
})

it('remembers the latest fifty generations', () => {
  let known = knownOf(Array.from({ length: 50 }, (_, at) => generation({ at })))
  for (const at of [50, 51]) known = withGeneration(known, generation({ at }))
  expect(known.generations.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2))
})

it('has no rates before a second sample', () => {
  const tokens = { m: { input: 5, reasoning: 13, commentary: 0, answer: 22 } }
  const none = { input: 0, reasoning: 0, commentary: 0, answer: 0 }
  expect(figuresOf({ ...knownOf([]), samples: [{ ...sample, tokens }] })).toMatchObject({
    seconds: 0,
    requests: 0,
    tokens: none,
    models: [{ model: 'm', reasoningInAll: 13, ...none }],
  })
})

it('adds up running models whose names every object has', () => {
  const written = { constructor: { reasoning: 3, commentary: 0, answer: 4 } }
  const later = { ...sample, at: sample.at + 1000, tokens: {}, written }
  const { tokens } = figuresOf({ ...knownOf([]), samples: [{ ...sample, tokens: {}, written: {} }, later] })
  expect(tokens).toEqual({ input: 0, reasoning: 3, commentary: 0, answer: 4 })
})
