import { collect, type Part } from '@reason/core'
import type { Count } from '@reason/core/parts'
import { estimateStreamed } from '@reason/core/result'
import { countReasoning, createReasoningTally } from '@reason/core/reading'
import { expect, it } from 'vitest'

const block = (index: number, channel: 'reasoning' | 'answer', kind: 'summary' | undefined, text: string): Part[] => [
  { type: 'block-start', block: index, channel, ...(kind && { kind }) },
  { type: 'delta', block: index, channel, text },
  { type: 'block-end', block: index, channel, boundary: 'wire' },
]

it('counts what was streamed of the reasoning, summaries included, only when asked', async () => {
  const result = await collect([...block(0, 'reasoning', 'summary', 'x'.repeat(40)), ...block(1, 'answer', undefined, 'y'.repeat(400))])
  expect(result.stats.reasoningTokens).toEqual({ value: 0, source: 'implausible' })
  expect(estimateStreamed(result)).toEqual({ value: 10, source: 'estimated' })
  expect(estimateStreamed(result, (text) => text.length)).toEqual({ value: 40, source: 'estimated' })
})

it.each<[string, Count | undefined, { chars: number; isDigest: boolean }, Count | undefined]>([
  ['what is reported', { value: 7, source: 'reported' }, { chars: 40, isDigest: false }, { value: 7, source: 'reported' }],
  ['what is reported of a summary', { value: 7, source: 'reported' }, { chars: 40, isDigest: true }, { value: 7, source: 'reported' }],
  ['an estimate where nothing is', undefined, { chars: 41, isDigest: false }, { value: 11, source: 'estimated' }],
  [
    'an estimate where it cannot be true',
    { value: 0, source: 'implausible' },
    { chars: 40, isDigest: false },
    { value: 10, source: 'estimated' },
  ],
  [
    'an estimate where 0 is reported beside text',
    { value: 0, source: 'reported' },
    { chars: 40, isDigest: false },
    { value: 10, source: 'estimated' },
  ],
  ['none of a summary for which 0 is reported', { value: 0, source: 'reported' }, { chars: 40, isDigest: true }, undefined],
  ['0 where nothing was streamed', { value: 0, source: 'reported' }, { chars: 0, isDigest: false }, { value: 0, source: 'reported' }],
  ['none of a summary', undefined, { chars: 40, isDigest: true }, undefined],
])('counts reasoning that is not kept: %s', (_, reasoning, streamed, count) => {
  expect(countReasoning(reasoning && { reasoning, raw: null }, streamed)).toEqual(count)
})

it('counts an answer as reasoning once a late closer shows that it was', () => {
  const tally = createReasoningTally()
  const text = (channel: 'reasoning' | 'answer', length: number, more: object = {}): void =>
    tally.see({ type: 'delta', block: 0, channel, text: 'x'.repeat(length), ...more })
  const late = (): void => tally.see({ type: 'warning', code: 'late-closer', message: '' })
  text('reasoning', 4)
  text('reasoning', 400, { inserted: true })
  text('answer', 8)
  text('answer', 400, { choice: 1 })
  expect(tally.tokens()).toEqual({ value: 1, source: 'estimated' })
  late()
  expect(tally.tokens()).toEqual({ value: 3, source: 'estimated' })
  text('answer', 4)
  late()
  expect(tally.tokens()).toEqual({ value: 4, source: 'estimated' })
})
