import { ReasonError } from '@reason/core'
import { register, Registry, type OpenMetricsContentType } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { createMetrics, metricDefinitions, type MetricDefinition } from '../src/index.ts'
import { allowList } from '../src/labels.ts'
import { block, setup, stop } from './setup.ts'

const definitions: readonly MetricDefinition[] = metricDefinitions

describe('the registry', () => {
  test('has only what must be there from the start, until something happens', async () => {
    const { registry } = setup()
    const names = registry.getMetricsAsArray().map(({ name }) => name)
    expect(names).toEqual(definitions.filter(({ zero }) => zero).map(({ name }) => name))
  })

  test('is the one that was given, never the global one', async () => {
    const { run } = setup()
    await run([...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b'), ...stop])
    expect(register.getMetricsAsArray()).toEqual([])
  })

  test('cannot be given twice', () => {
    const { registry } = setup()
    expect(() => createMetrics({ registry })).toThrow(/reasoning_leak_total.*Call createMetrics once/)
  })

  test('resets with the others', async () => {
    const { run, registry, samples } = setup()
    await run([...block(0, 'answer', 'a'), 5, ...block(1, 'answer', 'b'), ...stop])
    expect(Object.keys(await samples('inter_token_gap_seconds'))).toHaveLength(2)
    registry.resetMetrics()
    expect(await samples('inter_token_gap_seconds')).toEqual({})
  })
})

describe('definitions', () => {
  test('are named as Prometheus users expect', () => {
    for (const { name, type, buckets } of definitions) {
      expect(name).toMatch(/^[a-z][a-z_]*$/)
      expect(name.endsWith('_total'), name).toBe(type === 'counter')
      expect(buckets !== undefined, name).toBe(type === 'histogram')
      if (name.includes('time_to') || name.includes('duration')) expect(name).toMatch(/_seconds$/)
    }
    expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length)
  })

  test('that start at 0 have nothing but lists for labels', () => {
    for (const { name, labels, zero } of definitions) {
      if (zero) expect(Object.values(labels).every(Array.isArray), name).toBe(true)
    }
  })
})

describe('labels', () => {
  test('of providers are the entries of the list, whatever is asked for', () => {
    const label = allowList(['local', 'acme-*'])
    expect(label('local')).toBe('local')
    expect(label('acme-made-up')).toBe('acme-*')
    expect(label('elsewhere')).toBe('other')
    expect(label(undefined)).toBe('other')
  })

  test('of models are their names, 100 at most', async () => {
    const { run, samples, metrics } = setup({ models: ['gpt-oss-*', 'made-up-*'] })
    const names = ['gpt-oss-20b', 'openai/gpt-oss-20b', 'gpt-5', 'two\nlines', ...Array.from({ length: 120 }, (_, at) => `made-up-${at}`)]
    for (const model of names) await run(stop, { model })
    const labels = Object.keys(await samples('generations_total')).map((key) => /model="(.*?)"/.exec(key)![1])
    expect(labels).toHaveLength(101)
    expect(labels).toEqual(expect.arrayContaining(['gpt-oss-20b', 'openai/gpt-oss-20b', 'made-up-97', 'other']))
    expect(labels).not.toContain('made-up-98')
    expect(['gpt-oss-20b', 'made-up-98', 'gpt-oss-new', undefined].map(metrics.modelLabel)).toEqual([
      'gpt-oss-20b',
      'other',
      'other',
      'other',
    ])
  })
})

describe('options', () => {
  test('that are not known are refused with what was probably meant', () => {
    expect(() => createMetrics({ registry: new Registry(), model: ['x'] } as never)).toThrow(/did you mean "models"/)
    expect(() => createMetrics({} as never)).toThrow(ReasonError)
    expect(() => createMetrics({ registry: new Registry(), buckets: { reasoning_ratio: [1, 0.5] } })).toThrow(/must ascend/)
  })

  test('set buckets', async () => {
    const { run, registry } = setup({ buckets: { reasoning_ratio: [0.5], inter_token_gap_seconds: [0.01] } })
    await run([...block(0, 'answer', 'a'), 5, ...block(1, 'answer', 'b'), ...stop])
    const bounds = (name: string) =>
      registry.metrics().then((text) => [...text.matchAll(new RegExp(`${name}_bucket{le="(.*?)"`, 'g'))].map(([, le]) => le))
    expect(await bounds('reasoning_ratio')).toEqual(['0.5', '+Inf'])
    expect(await bounds('inter_token_gap_seconds')).toEqual(['0.01', '+Inf'])
  })
})

describe('exemplars', () => {
  test('lead from a number to its generation', async () => {
    const registry = new Registry<OpenMetricsContentType>()
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    const { run, metrics } = setup({ registry, exemplars: ({ id }) => (id === undefined ? undefined : { trace_id: id }) })
    const leak = { type: 'warning', code: 'reasoning-in-answer', message: '' } as const
    await run([...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b'), leak, ...stop], { id: 'abc', mode: 'on' })
    await run([...block(0, 'answer', 'b'), ...stop])
    metrics.budgetEvent({ type: 'reasoning_budget_warning', balance: { scope: 'key' } })
    const text = await registry.metrics()
    expect(text).toMatch(/reasoning_leak_total\{mode="on",reason="analysis_in_final",splitter="other"\} 1 # \{trace_id="abc"\} 1/)
    expect(text).toMatch(/time_to_first_answer_seconds_bucket\{le="0.001".*# \{trace_id="abc"\}/)
    expect(text).toContain('budget_events_total{scope="key",event="warning"} 1\n')
  })

  test('that are too long are left out, and the number counts', async () => {
    const registry = new Registry<OpenMetricsContentType>()
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    const { run } = setup({ registry, exemplars: () => ({ trace_id: 'x'.repeat(200) }) })
    await run([...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b'), ...stop])
    const text = await registry.metrics()
    expect(text).toMatch(/time_to_first_answer_seconds_count\S* 1\n/)
    expect(text).not.toContain('trace_id')
  })

  test('need a registry of OpenMetrics', () => {
    expect(() => setup({ exemplars: () => undefined })).toThrow(/setContentType/)
  })
})
