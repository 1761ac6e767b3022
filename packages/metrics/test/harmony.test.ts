import { runPipeline, type Part } from '@reason/core'
import { auto } from '@reason/core/adapter'
import { warningCodes } from '@reason/core/warnings'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { harmonyErrors } from '../src/mappings.ts'
import { block, setup, stop } from './setup.ts'

const harmony = { adapter: 'harmony' }
const call: Part[] = [
  { type: 'tool-call-start', call: 0, name: 'f' },
  { type: 'tool-call-end', call: 0 },
]

describe('messages', () => {
  test('are counted by channel, for Harmony alone', async () => {
    const { run, samples } = setup()
    const parts = [...block(0, 'reasoning', 'a'), ...block(1, 'commentary', 'b'), ...call, ...block(2, 'answer', 'c'), ...stop]
    await run(parts, harmony)
    await run(parts, { adapter: 'think-tags' })
    const one = (channel: string) => `harmony_channel_messages_total{channel="${channel}"}`
    expect(await samples('harmony_channel_messages_total')).toEqual({
      [one('analysis')]: 1,
      [one('commentary')]: 1,
      [one('tool')]: 1,
      [one('final')]: 1,
    })
    expect(await samples('harmony_unexpected_order_total')).toEqual({})
  })
})

describe('a text without structure', () => {
  const fallback: Part = { type: 'warning', code: 'fallback', message: 'Split as "marker": no structure came in time.' }
  const late: Part = { type: 'warning', code: 'late-structure', message: '' }

  test('makes no messages, until structure comes late', async () => {
    const { run, samples } = setup()
    await run([fallback, ...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b'), late, ...block(2, 'answer', 'c'), ...stop], harmony)
    expect(await samples('harmony_channel_messages_total')).toEqual({ 'harmony_channel_messages_total{channel="final"}': 1 })
  })
})

describe('a parser beside', () => {
  test('is counted like one that splits, and as nothing else', async () => {
    const parts: Part[] = [
      { type: 'warning', code: 'implicit-start', message: '' },
      ...block(0, 'answer', 'c'),
      ...call,
      ...block(1, 'reasoning', 'a').map((part): Part => (part.type === 'block-start' ? { ...part, from: 0 } : part)),
      ...stop,
    ]
    const [one, two] = [setup(), setup()]
    await one.run(parts, harmony)
    const observer = two.metrics.channels({})
    for await (const _ of runPipeline(parts, { observers: [observer] }));
    expect(await two.samples('harmony_')).toEqual(await one.samples('harmony_'))
    expect(Object.keys(await two.samples('harmony_'))).toHaveLength(6)
    expect(await two.samples('generation')).toEqual({})
  })
})

describe('a marker that models with channels are asked for', () => {
  test('is counted by what became of it, with known models alone', async () => {
    const { metrics, samples } = setup()
    metrics.directive({ model: 'gpt-oss-20b', outcome: 'unneeded' })
    metrics.directive({ model: 'mine', outcome: 'used' })
    expect(await samples('marker_directives_total')).toEqual({
      'marker_directives_total{model="gpt-oss-20b",outcome="unneeded"}': 1,
      'marker_directives_total{model="other",outcome="used"}': 1,
    })
  })
})

describe('order', () => {
  const order = async (parts: readonly Part[], effort?: string) => {
    const { run, samples } = setup()
    await run([...parts, ...stop], { ...harmony, ...(effort && { effort }) })
    return Object.keys(await samples('harmony_unexpected_order_total')).map((key) => /type="(.*)"/.exec(key)![1])
  }

  test('analysis after the final message is odd at every effort, where it was in the text', async () => {
    const [start, ...rest] = block(2, 'reasoning', 'c')
    const before = [...block(0, 'reasoning', 'a'), ...block(1, 'answer', 'b')]
    expect(await order([...before, { ...start, from: 0 } as Part, ...rest], 'low')).toEqual(['analysis_after_final'])
    expect(await order([...before, start!, ...rest], 'low')).toEqual([])
  })

  test('a final message without analysis is odd above low effort', async () => {
    expect(await order(block(0, 'answer', 'b'), 'low')).toEqual([])
    expect(await order(block(0, 'answer', 'b'), 'medium')).toEqual(['final_before_analysis'])
    expect(await order(block(0, 'answer', 'b'))).toEqual(['final_before_analysis'])
  })
})

describe('parse errors', () => {
  test('are counted by kind, whatever the adapter', async () => {
    const { run, samples } = setup()
    await run([{ type: 'warning', code: 'header-without-message', message: '' }, ...stop])
    expect(await samples('harmony_channel_parse_errors_total')).toEqual({
      'harmony_channel_parse_errors_total{kind="header_without_message"}': 1,
    })
  })

  test('are those that core lists under Harmony, and the lack of all structure, which is a fallback', () => {
    const source = readFileSync(new URL('../../core/src/warnings.ts', import.meta.url), 'utf8')
    const section = /\/\/ Harmony\n(.*?)\n\n/s.exec(source)![1]!
    const codes = [...section.matchAll(/^\s+'?([\w-]+)'?:/gm)].map(([, code]) => code!)
    expect(codes.every((code) => code in warningCodes)).toBe(true)
    expect(new Set(codes)).toEqual(new Set([...harmonyErrors, 'no-structure']))
  })
})

describe('fallbacks', () => {
  const fallback = async (drive: (splitter: ReturnType<ReturnType<typeof auto>['createSplitter']>) => readonly Part[]) => {
    const { run, samples } = setup()
    await run([...drive(auto({ candidates: [] }).createSplitter()), ...stop])
    return Object.keys(await samples('harmony_marker_fallback_total')).map((key) => /reason="(.*)"/.exec(key)![1])
  }

  test('have the reasons that core gives', async () => {
    expect(await fallback((splitter) => [...splitter.push('a'), ...splitter.decide!('timeout'), ...splitter.end()])).toEqual(['timeout'])
    expect(await fallback((splitter) => [...splitter.push('a'.repeat(200)), ...splitter.end()])).toEqual(['window'])
    expect(await fallback((splitter) => [...splitter.push('a'), ...splitter.end()])).toEqual(['end_of_text'])
  })

  test('of the Harmony adapter are those without any structure', async () => {
    const { run, samples } = setup()
    await run([{ type: 'warning', code: 'no-structure', message: '' }, ...stop], harmony)
    expect(await samples('harmony_marker_fallback_total')).toEqual({ 'harmony_marker_fallback_total{reason="no_structure"}': 1 })
  })
})
