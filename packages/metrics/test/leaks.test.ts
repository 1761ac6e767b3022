import type { Part } from '@reason/core'
import type { WarningCode } from '@reason/core/warnings'
import { describe, expect, test } from 'vitest'
import { metricDefinitions } from '../src/index.ts'
import { leakReasons } from '../src/mappings.ts'
import { block, setup, stop } from './setup.ts'

const warning = (code: WarningCode, of?: number): Part => ({ type: 'warning', code, message: code, ...(of !== undefined && { block: of }) })
const answer: Part[] = block(1, 'answer', 'x')

describe('leaks', () => {
  test.each(Object.entries(leakReasons))('%s is %s', async (code, reason) => {
    const { run, samples } = setup()
    await run([...answer, warning(code as WarningCode, 1), ...stop], { mode: 'stream' })
    expect(await samples('reasoning_leak_total')).toEqual({
      [`reasoning_leak_total{mode="stream",reason="${reason}",splitter="other"}`]: 1,
    })
  })

  test.each([
    ['harmony', 'harmony'],
    ['think-tags', 'think-tags'],
    ['marker', 'marker'],
    ['json-fields', 'json-fields'],
    ['native', 'native'],
    ['auto', 'think-tags'],
    ['plain', 'plain'],
    ['theirs', 'other'],
    [undefined, 'other'],
  ])('name the adapter that split the text: %s', async (adapter, splitter) => {
    const { run, samples } = setup()
    await run([...answer, warning('answer-guarded', 1), ...stop], { mode: 'on', ...(adapter !== undefined && { adapter }) })
    expect(await samples('reasoning_leak_total')).toEqual({
      [`reasoning_leak_total{mode="on",reason="guard_block_final_token",splitter="${splitter}"}`]: 1,
    })
  })

  test.each<[string, before: Part[], WarningCode, string]>([
    ['a header that is damaged', [warning('unlabelled-text')], 'answer-guarded', 'harmony'],
    ['commentary', block(2, 'commentary', 'c'), 'answer-guarded', 'harmony'],
    ['a thought behind the answer', [], 'reasoning-after-answer', 'harmony'],
    ['a damaged analysis', [], 'damaged-analysis', 'harmony'],
    ['a closer of a tag', block(2, 'commentary', 'c'), 'late-closer', 'think-tags'],
    ['a tag', [], 'reasoning-in-answer', 'think-tags'],
  ])('name the adapter that was found for a format that was unknown: %s', async (_, before, code, splitter) => {
    const { run, samples } = setup()
    await run([...before, ...answer, warning(code, 1), ...stop], { mode: 'on', adapter: 'auto' })
    const [series] = Object.keys(await samples('reasoning_leak_total'))
    expect(series).toContain(`splitter="${splitter}"`)
  })

  test('are there with 0 from the start, for every mode, reason and splitter', async () => {
    const { samples } = setup()
    const all = await samples('reasoning_leak_total', true)
    expect(Object.keys(all)).toHaveLength(4 * 9 * 7)
    expect(new Set(Object.values(all))).toEqual(new Set([0]))
  })

  test('have no mode but those that there are', async () => {
    const { run, samples } = setup()
    await run([...answer, warning('answer-guarded', 1), ...stop], { mode: 'made up' as never })
    expect(await samples('reasoning_leak_total')).toEqual({
      'reasoning_leak_total{mode="other",reason="guard_block_final_token",splitter="other"}': 1,
    })
  })

  test('a service token in the reasoning is none', async () => {
    const { run, samples } = setup()
    await run([...block(0, 'reasoning', 'a'), warning('service-token', 0), ...answer, ...stop])
    expect(await samples('reasoning_leak_total')).toEqual({})
  })

  test('an ordinary generation has none', async () => {
    const { run, samples } = setup()
    await run([...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b'), ...stop])
    expect({ ...(await samples('reasoning_leak_total')), ...(await samples('channel_merge_anomaly_total')) }).toEqual({})
  })
})

describe('anomalies', () => {
  const anomalies = async (parts: readonly Part[]) => {
    const { run, samples } = setup()
    await run(parts)
    return Object.entries(await samples('channel_merge_anomaly_total')).map(([key, value]) => [/type="(.*)"/.exec(key)![1], value])
  }
  const stray = (of: number, choice = 0): Part => ({ type: 'delta', block: of, channel: 'answer', text: 'x', ...(choice && { choice }) })

  test('text after the finish', async () => {
    expect(await anomalies([...answer, ...stop.slice(0, 1), stray(1), stray(1), { type: 'end' }])).toEqual([['post_finalize_emission', 1]])
    expect(await anomalies([...answer, ...stop.slice(0, 1), warning('late-part'), stray(1), { type: 'end' }])).toEqual([
      ['post_finalize_emission', 1],
    ])
  })

  test.each([
    ['late-part', 'post_finalize_emission', 1],
    ['reasoning-after-answer', 'post_finalize_emission', 1],
    ['reasoning-in-answer', 'analysis_token_emitted_as_delta', 2],
    ['commentary-in-answer', 'commentary_token_in_final', 2],
  ] as const)('what a warning tells of: %s is %s', async (code, type, times) => {
    expect(await anomalies([...answer, warning(code, 1), warning(code, 1), ...stop])).toEqual([[type, times]])
  })

  test.each(['answer-guarded', 'service-token', 'mixed-markup', 'reasoning-repeated', 'reasoning-overlap'] as const)(
    'a warning of another kind is none: %s',
    async (code) => expect(await anomalies([...answer, warning(code, 1), ...stop])).toEqual([]),
  )

  test('text of another choice after the finish of the first is none', async () => {
    expect(
      await anomalies([
        ...answer,
        ...stop.slice(0, 1),
        ...block(1, 'answer', 'y', 1),
        { type: 'finish', reason: 'stop', choice: 1 },
        { type: 'end' },
      ]),
    ).toEqual([])
  })

  test('answer text of a block that was announced as something else', async () => {
    expect(await anomalies([{ type: 'block-start', block: 0, channel: 'reasoning' }, stray(0), stray(0), ...stop])).toEqual([
      ['analysis_token_emitted_as_delta', 2],
    ])
    expect(await anomalies([...answer, { type: 'block-start', block: 2, channel: 'commentary' }, stray(2), ...stop])).toEqual([
      ['commentary_token_in_final', 1],
    ])
  })

  test('are seen in each choice by itself', async () => {
    expect(
      await anomalies([
        ...block(0, 'answer', 'a'),
        { type: 'block-start', block: 0, channel: 'reasoning', choice: 1 },
        stray(0, 1),
        ...stop,
      ]),
    ).toEqual([['analysis_token_emitted_as_delta', 1]])
  })
})

describe('warnings', () => {
  test('are counted by code; those of third parties together', async () => {
    const { run, samples } = setup()
    await run([...answer, warning('unclosed'), warning('theirs/odd'), warning('mine/odd'), ...stop])
    expect(await samples('generation_warnings_total')).toEqual({
      'generation_warnings_total{code="unclosed"}': 1,
      'generation_warnings_total{code="other"}': 2,
    })
  })

  test('of suppressed repetition are counted by channel', async () => {
    const { run, samples } = setup()
    await run([...block(0, 'reasoning', 'a'), warning('repetition-suppressed', 0), ...answer, warning('repetition-suppressed'), ...stop])
    expect(await samples('ngram_suppressions_total')).toEqual({
      'ngram_suppressions_total{channel="reasoning"}': 1,
      'ngram_suppressions_total{channel="other"}': 1,
    })
  })

  test('the table of leak reasons is the one of the definitions', () => {
    const leak = metricDefinitions.find(({ name }) => name === 'reasoning_leak_total')!
    expect(leak.labels).toMatchObject({ reason: Object.values(leakReasons) })
  })
})
