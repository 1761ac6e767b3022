import { createAccumulator, type Part } from '@reason/core'
import { withhold } from '@reason/policy'
import { describe, expect, it } from 'vitest'

const parts: Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'secret' },
  {
    type: 'block-end',
    block: 0,
    channel: 'reasoning',
    boundary: 'wire',
    seals: [{ kind: 'signature', value: 's', issuer: { wire: 'w' } }],
  },
  { type: 'native', wire: 'w', event: 'logprobs', channel: 'reasoning', value: 'secret' },
  { type: 'native', wire: 'w', event: 'citation', value: 1 },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'hi' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

describe('withhold', () => {
  it('keeps a channel back, with everything that may repeat it', () => {
    const stage = withhold('reasoning')
    const left = parts.flatMap((part) => [...stage.push(part)])
    expect(JSON.stringify(left)).not.toContain('secret')
    const accumulator = createAccumulator()
    left.forEach(accumulator.push)
    expect(accumulator.snapshot()).toMatchObject({ reasoning: '', answer: 'hi', finish: { reason: 'stop' } })
    expect(left.at(-1)).toEqual({ type: 'end' })
  })

  it('counts a channel that an adapter has invented as reasoning', () => {
    const invented = { type: 'delta', block: 3, channel: 'scratch', text: 'secret' } as unknown as Part
    expect(withhold('reasoning').push(invented)).toEqual([])
    expect(withhold('reasoning').passes!(invented as never)).toBe(false)
    expect(withhold('commentary').push(invented)).toEqual([invented])
  })

  it('lets all pass where nothing is named', () => {
    const stage = withhold()
    expect(parts.flatMap((part) => [...stage.push(part)])).toEqual(parts)
  })
})
