import { describe, expect, test } from 'vitest'
import type { Part } from '@reason/core'
import { block, setup } from './setup.ts'

const end: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

describe('tokens in flight', () => {
  test.each<[string, Part[], Record<string, number>]>([
    [
      'each channel',
      [...block(0, 'reasoning', 'x'.repeat(41)), ...block(1, 'commentary', 'xxxx'), ...block(2, 'answer', 'x')],
      { reasoning: 11, commentary: 1, answer: 1 },
    ],
    ['all choices', [...block(0, 'reasoning', 'x'.repeat(40)), ...block(0, 'reasoning', 'x'.repeat(20), 1)], { reasoning: 15 }],
    ['answers of all choices', [...block(0, 'answer', 'x'.repeat(40)), ...block(0, 'answer', 'x'.repeat(20), 1)], { answer: 15 }],
    [
      'no summary',
      [
        { type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'short' },
      ],
      {},
    ],
    ['nothing yet', [], {}],
  ])('count %s, and are gone at the end', async (_, parts, expected) => {
    const { metrics, samples } = setup()
    const [observer, client] = metrics.observers({ model: 'gpt-oss-20b', provider: 'local' })
    for (const part of parts) observer.onPart(part)
    const labelled = Object.entries(expected).map(([channel, tokens]) => [
      `tokens_in_flight{model="gpt-oss-20b",channel="${channel}"}`,
      tokens,
    ])
    expect(await samples('tokens_in_flight')).toEqual(Object.fromEntries(labelled))
    for (const part of end) for (const one of [observer, client]) one.onPart(part)
    observer.close?.()
    client.close?.()
    expect(await samples('tokens_in_flight')).toEqual({})
  })
})
