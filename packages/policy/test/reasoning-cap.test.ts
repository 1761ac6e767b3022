import { createPipeline, type Part } from '@reason/core'
import { capGovernor, capReasoning, latencyCap } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, markupOf, resultOf, through, warningsOf, type Piece } from './parts.ts'

const pieces: Piece[] = [
  ['reasoning', '0123456789'],
  ['answer', 'yes'],
  ['reasoning', 'more'],
  ['answer', 'no'],
]

describe('capReasoning', () => {
  it.each([[[1]], [[7]], [[1000]]])('suppresses the rest, cut at %j', (sizes) => {
    const parts = through([capReasoning({ maxTokens: 2, action: 'suppress' })], blocks(pieces, sizes))
    expect(resultOf(parts)).toMatchObject({ reasoning: '01234567', answer: 'yesno' })
    expect(markupOf(parts)).toEqual(['89', 'more'])
    expect(warningsOf(parts)).toEqual(['reasoning-capped'])
    expect(resultOf(parts).items).toHaveLength(3)
  })

  it.each([[[1]], [[7]], [[1000]]])('passes the rest on as answer, cut at %j', (sizes) => {
    const parts = through([capReasoning({ maxTokens: 2, action: 'answer' })], blocks(pieces, sizes))
    expect(resultOf(parts).items).toEqual([
      { type: 'block', channel: 'reasoning', text: '01234567', boundary: 'limit' },
      { type: 'block', channel: 'answer', text: '89', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: 'yes', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: 'more', boundary: 'closer' },
      { type: 'block', channel: 'answer', text: 'no', boundary: 'closer' },
    ])
  })

  it('does not act on what ends exactly at the cap, nor on summaries', () => {
    const exact = blocks([
      ['reasoning', '01234567'],
      ['reasoning', 'a long summary', 'summary'],
    ])
    expect(through([capReasoning({ maxTokens: 2, action: 'suppress' })], exact)).toEqual(exact)
  })

  it('cuts no character in two', () => {
    const parts = through([capReasoning({ maxTokens: 1, action: 'suppress' })], blocks([['reasoning', 'abc😀d']]))
    expect(resultOf(parts).reasoning).toBe('abc')
    expect(markupOf(parts)).toEqual(['😀d'])
  })
})

const governed = (parts: readonly Part[], governor: ReturnType<typeof capGovernor>) => {
  let asked = 0
  const pipeline = createPipeline({ governors: [governor], endReasoning: () => asked++ })
  return { parts: parts.flatMap((part) => [...pipeline.push(part)]), asked: () => asked }
}

describe('capGovernor', () => {
  it('asks for an answer, once', () => {
    const { parts, asked } = governed(blocks(pieces, [4]), capGovernor(2))
    expect(asked()).toBe(1)
    expect(warningsOf(parts)).toEqual(['reasoning-capped', 'reasoning-stopped'])
    expect(resultOf(parts).answer).toBe('yesno')
  })
})

describe('latencyCap', () => {
  it('asks for an answer when thinking has taken too long', () => {
    let ms = 0
    const clock = () => (ms += 10)
    const { parts, asked } = governed(blocks(pieces, [1]), latencyCap({ maxReasoningMs: 35, now: clock }))
    expect(asked()).toBe(1)
    expect(resultOf(parts)).toMatchObject({ reasoning: '0123', answer: 'yesno' })
  })

  it('lets what is quick pass', () => {
    const { parts, asked } = governed(blocks(pieces, [1]), latencyCap({ maxReasoningMs: 35, now: () => 0 }))
    expect([asked(), warningsOf(parts)]).toEqual([0, []])
  })
})
