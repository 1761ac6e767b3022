import { createAccumulator, type Part } from '@reason/core'
import { describe, expect, it } from 'vitest'

const block = (number: number, channel: 'reasoning' | 'commentary' | 'answer', text: string): Part[] => [
  { type: 'block-start', block: number, channel },
  { type: 'delta', block: number, channel, text },
  { type: 'block-end', block: number, channel, boundary: 'closer', terminator: '</r>' },
]

const after = (parts: Part[], options?: Parameters<typeof createAccumulator>[0]) => {
  const accumulator = createAccumulator(options)
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

describe('createAccumulator', () => {
  it('keeps items in wire order and joins the views', () => {
    const result = after([
      ...block(0, 'reasoning', 'a'),
      { type: 'tool-call-start', call: 0, id: 'c1', name: 'f', contentType: 'json' },
      { type: 'tool-call-delta', call: 0, text: '{' },
      { type: 'tool-call-delta', call: 0, text: '}' },
      { type: 'tool-call-end', call: 0 },
      { type: 'native', wire: 'w', event: 'citation', value: 1 },
      ...block(1, 'reasoning', 'b'),
      ...block(2, 'commentary', 'c'),
      ...block(3, 'answer', 'd'),
    ])
    expect(result).toMatchObject({ reasoning: 'ab', commentary: 'c', answer: 'd' })
    expect(result.toolCalls).toEqual([{ type: 'tool-call', id: 'c1', name: 'f', contentType: 'json', arguments: '{}' }])
    expect(result.items.map((item) => (item.type === 'block' ? item.channel : item.type))).toEqual([
      'reasoning',
      'tool-call',
      'native',
      'reasoning',
      'commentary',
      'answer',
    ])
    expect(result.items[0]).toEqual({ type: 'block', channel: 'reasoning', text: 'a', boundary: 'closer', terminator: '</r>' })
  })

  it('says what each part added', () => {
    const accumulator = createAccumulator()
    expect(block(0, 'answer', 'x').map((part) => accumulator.push(part))).toEqual([{}, { answer: 'x' }, {}])
  })

  it('replaces usage and never adds it', () => {
    const usage = (value: number): Part => ({ type: 'usage', usage: { output: { value, source: 'reported' }, raw: null } })
    expect(after([usage(3), usage(5)]).usage?.output?.value).toBe(5)
  })

  it('is not closed while a reasoning block is open', () => {
    expect(after(block(0, 'reasoning', 'a').slice(0, 2)).closed).toBe(false)
    expect(
      after([
        { type: 'block-start', block: 0, channel: 'reasoning' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'end-of-stream' },
      ]).closed,
    ).toBe(false)
    expect(after(block(0, 'reasoning', 'a')).closed).toBe(true)
    expect(after([]).closed).toBe(true)
  })

  it('gives snapshots that stay as they are', () => {
    const accumulator = createAccumulator()
    const [start, delta, end] = block(0, 'answer', 'x')
    accumulator.push(start!)
    accumulator.push(delta!)
    const early = accumulator.snapshot()
    accumulator.push({ ...delta!, text: 'y' } as Part)
    accumulator.push(end!)
    expect(early.answer).toBe('x')
    expect(early.items).toEqual([{ type: 'block', channel: 'answer', text: 'x' }])
    expect(accumulator.snapshot().answer).toBe('xy')
  })

  it('takes one choice', () => {
    const parts = [...block(0, 'answer', 'a'), ...block(0, 'answer', 'b').map((part) => ({ ...part, choice: 1 }) as Part)]
    expect(after(parts).answer).toBe('a')
    expect(after(parts, { choice: 1 }).answer).toBe('b')
  })

  it('loses no text of a producer that forgot a block start', () => {
    expect(after([{ type: 'delta', block: 7, channel: 'answer', text: 'x' }]).answer).toBe('x')
  })

  it('passes by what it does not know', () => {
    expect(after([{ type: 'of-tomorrow' } as unknown as Part, { type: 'markup', text: '<r>', of: 'delimiter' }]).items).toEqual([])
  })

  it('keeps finish, stop, warnings, errors and identity', () => {
    const result = after([
      { type: 'start', id: 'i', model: 'm', created: 1 },
      { type: 'warning', code: 'unclosed', message: 'x' },
      { type: 'error', error: { message: 'e' } },
      { type: 'turn-end', by: 'return' },
      { type: 'finish', reason: 'stop', native: 'eos' },
      { type: 'end' },
    ])
    expect(result).toMatchObject({
      id: 'i',
      model: 'm',
      created: 1,
      stop: 'return',
      finish: { reason: 'stop', native: 'eos' },
      errors: [{ message: 'e' }],
    })
    expect(result.warnings).toEqual([{ code: 'unclosed', message: 'x' }])
  })

  describe('stats', () => {
    const usage = (value: number, source: 'reported' | 'implausible'): Part => ({
      type: 'usage',
      usage: { reasoning: { value, source }, raw: null },
    })

    it('takes a reported reasoning count', () => {
      expect(after([...block(0, 'reasoning', 'abcd'), usage(64, 'reported')]).stats.reasoningTokens).toEqual({
        value: 64,
        source: 'reported',
      })
    })
    it('estimates in place of an implausible one', () => {
      expect(after([...block(0, 'reasoning', 'abcde'), usage(0, 'implausible')]).stats.reasoningTokens).toEqual({
        value: 2,
        source: 'estimated',
      })
    })
    it('never estimates from a summary', () => {
      const summary: Part[] = [
        { type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'short' },
      ]
      expect(after(summary).stats.reasoningTokens).toEqual({ value: 0, source: 'implausible' })
    })
  })
})
