import type { Count } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import type { TraceInput, TraceStore, UsageBy } from '../src/index.ts'
import { reportOf } from '../src/usage/report.ts'
import { backends, opened, tailed } from './stores.ts'

const reported = (value: number): Count => ({ value, source: 'reported' })
const midnight = Date.UTC(2026, 10, 24)

const traces: readonly TraceInput[] = [
  {
    id: 'a1',
    createdAt: midnight - 1,
    model: 'qwen3',
    tenant: 'red',
    sessionKey: 's1',
    outcome: 'stop',
    usage: { input: reported(100), cached: reported(60), output: reported(50), reasoning: reported(40) },
    reasoningTokens: 40,
    reasoningTokensSource: 'reported',
    durationMs: 1500,
    metadata: { key: 'k1', upstream: 'gpu-1', plan: 'trial', tags: ['x'] },
  },
  {
    id: 'a2',
    createdAt: midnight,
    model: 'qwen3',
    tenant: 'blue',
    sessionKey: 's1',
    outcome: 'length',
    usage: { input: reported(10), output: { value: 7, source: 'implausible' } },
    reasoningTokens: 5,
    reasoningTokensSource: 'estimated',
    answerChars: 37,
    channels: { commentary: { chars: 21 }, answer: { chars: 37 } },
    durationMs: 500,
    metadata: { key: 'k2', upstream: 'gpu-1' },
  },
  {
    id: 'a3',
    createdAt: midnight + 86_400_000,
    model: 'claude',
    tenant: 'red',
    outcome: 'stop',
    usage: { input: reported(1), output: reported(900), reasoning: reported(800) },
    reasoningTokens: 800,
    reasoningTokensSource: 'reported',
    metadata: { key: 'k1' },
  },
  { id: 'a4', createdAt: midnight + 1, outcome: 'error' },
]

async function filled(store: TraceStore, more: readonly TraceInput[] = []): Promise<TraceStore> {
  await Promise.all([...traces, ...more].map((trace) => store.append(trace)))
  return store
}

describe.each(backends)('usage, with $name', ({ skip, options }) => {
  const of = async (store: TraceStore, by: UsageBy) =>
    (await store.usage(by)).items.map((group) => [group.of, group.traces, group.reasoning] as const)

  test.skipIf(skip)('is told by what is asked for, most reasoning first', async () => {
    const store = await filled(await opened(options()))
    expect(await of(store, 'model')).toEqual([
      ['claude', 1, 800],
      ['qwen3', 2, 45],
      [null, 1, 0],
    ])
    expect(await of(store, 'team')).toEqual([
      ['red', 2, 840],
      ['blue', 1, 5],
      [null, 1, 0],
    ])
    expect(await of(store, 'tenant')).toEqual(await of(store, 'team'))
    expect(await of(store, 'session')).toEqual([
      [null, 2, 800],
      ['s1', 2, 45],
    ])
    expect(await of(store, 'key')).toEqual([
      ['k1', 2, 840],
      ['k2', 1, 5],
      [null, 1, 0],
    ])
    expect(await of(store, 'upstream')).toEqual([
      [null, 2, 800],
      ['gpu-1', 2, 45],
    ])
    expect(await of(store, 'metadata.plan')).toEqual([
      [null, 3, 805],
      ['trial', 1, 40],
    ])
    expect(await of(store, 'outcome')).toEqual([
      ['stop', 2, 840],
      ['length', 1, 5],
      ['error', 1, 0],
    ])
  })

  test.skipIf(skip)('by time is in the order of time, with days as they are in UTC', async () => {
    const store = await filled(await opened(options()))
    expect(await of(store, 'day')).toEqual([
      ['2026-11-23', 1, 40],
      ['2026-11-24', 2, 5],
      ['2026-11-25', 1, 800],
    ])
    expect(await of(store, 'month')).toEqual([['2026-11', 4, 845]])
  })

  test.skipIf(skip)('adds up what was reported, and counts what was not', async () => {
    const store = await filled(await opened(options()))
    const { items, all, groups } = await store.usage('model')
    expect(items[1]).toEqual({
      of: 'qwen3',
      traces: 2,
      input: 110,
      cached: 60,
      output: 50,
      reasoning: 45,
      written: 50 + 5 + 6 + 10,
      unreported: 1,
      durationMs: 2000,
    })
    expect(all).toEqual({ traces: 4, input: 111, cached: 60, output: 950, reasoning: 845, written: 971, unreported: 2, durationMs: 2000 })
    expect(groups).toBe(3)
  })

  test.skipIf(skip)('is of the traces that a filter lets through, and tells as many groups as it is to', async () => {
    const store = await filled(await opened(options()))
    expect((await store.usage('key', { tenant: 'red', since: midnight })).items).toMatchObject([{ of: 'k1', traces: 1, output: 900 }])
    expect((await store.usage('model', { key: 'k1' })).all).toMatchObject({ traces: 2, output: 950 })
    expect(await store.usage('model', {}, { limit: 1 })).toMatchObject({ items: [{ of: 'claude' }], all: { traces: 4 }, groups: 3 })
    expect(await store.usage('model', { model: 'nobody*' })).toEqual({
      items: [],
      all: { traces: 0, input: 0, cached: 0, output: 0, reasoning: 0, written: 0, unreported: 0, durationMs: 0 },
      groups: 0,
    })
  })

  test.skipIf(skip)(
    'is right of more traces than are counted at once',
    async () => {
      const many = Array.from({ length: 45_000 }, (_, index): TraceInput => ({
        id: `m${index}`,
        createdAt: midnight + index,
        model: index % 3 === 0 ? 'odd' : 'qwen3',
        usage: { output: reported(2) },
        reasoningTokens: 1,
      }))
      const store = await opened({ ...options(), queue: { maxRecords: 100_000 } })
      await store.import(many)
      expect(await store.usage('model')).toMatchObject({
        items: [
          { of: 'qwen3', traces: 30_000, output: 60_000, reasoning: 30_000 },
          { of: 'odd', traces: 15_000, output: 30_000, reasoning: 15_000 },
        ],
        all: { traces: 45_000, output: 90_000 },
      })
    },
    120_000,
  )

  test.skipIf(skip)('refuses words that there are not, and limits that are none', async () => {
    const store = await opened(options())
    await expect(store.usage('modle' as UsageBy)).rejects.toThrow(
      'Usage cannot be grouped by "modle". Did you mean "model"? There are: model, provider,',
    )
    await expect(store.usage(`metadata.a"b`)).rejects.toThrow(TypeError)
    await expect(store.usage('model', {}, { limit: 0 })).rejects.toThrow('The "limit" of usage is a whole number from 1 to 10000, not 0.')
  })

  test.skipIf(skip)('traces of a key are found, also by their words and as they come', async () => {
    const store = await filled(await opened(options()), [
      { id: 'a5', createdAt: midnight + 7, metadata: { key: 'k1' }, reasoningText: 'It may rain.' },
    ])
    const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).toSorted()
    expect(ids((await store.list({ key: 'k1' })).items)).toEqual(['a1', 'a3', 'a5'])
    expect(ids((await store.list({ key: 'k1', since: midnight })).items)).toEqual(['a3', 'a5'])
    expect((await store.list({ key: 'k9' })).items).toEqual([])
    expect(ids((await store.search('rain', { key: 'k1' })).items.map(({ trace }) => trace))).toEqual(['a5'])
    expect((await store.search('rain', { key: 'k2' })).items).toEqual([])
    expect((await tailed(store, 1, 'start', { key: 'k2' })).ids).toEqual(['a2'])
  })
})

test('usage of more groups than are sorted at once lists the same groups, and lets others have their turn', async () => {
  const figures = { traces: 1, input: 0, cached: 0, output: 0, written: 0, unreported: 0, durationMs: 0 }
  const rows = Array.from({ length: 23_000 }, (_, at) => ({ of: `s${at}`, reasoning: (at * 7919) % 23_000, ...figures }))
  async function* pieces() {
    yield { rows: rows.slice(0, 9000) }
    yield { rows: rows.slice(9000) }
  }
  let turns = 0
  const counting = setInterval(() => turns++)
  const report = (limit: number) => reportOf(pieces(), { column: 'session_key' }, limit, () => 0)
  const most = rows.toSorted((a, b) => b.reasoning - a.reasoning)
  expect((await report(100)).items).toEqual(most.slice(0, 100))
  expect((await report(10_000)).items).toEqual(most.slice(0, 10_000))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(2)
  const byDay = await reportOf(pieces(), { time: 'day' }, 3, () => 0)
  expect([byDay.groups, byDay.all.traces, byDay.items.map(({ of }) => of)]).toEqual([23_000, 23_000, ['s0', 's1', 's10']])
})
