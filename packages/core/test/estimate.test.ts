import { collect, estimateStreamed, type Part } from '@reason/core'
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
