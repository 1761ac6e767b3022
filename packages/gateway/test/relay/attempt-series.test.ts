import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { createAttemptSeries, type AttemptSeries } from '../../src/relay/attempt-series.ts'

const start: Part = { type: 'start', id: 'a', model: 'm' }
const thought: Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'hm' },
]
const answer: Part[] = [
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text: '51' },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
]
const ended: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
const failed: Part[] = [{ type: 'error', error: { message: 'Overloaded', code: 'overloaded' } }, { type: 'end' }]

function joined(series: AttemptSeries, parts: readonly Part[]): string[] {
  const types: string[] = []
  series.join(parts, (part) => void types.push(part.type))
  return types
}

describe('a series of attempts', () => {
  it('begins a later attempt with its first words, behind a warning that says why', () => {
    const series = createAttemptSeries(1, false)
    joined(series, [start, ...thought])
    series.follow('Sent again.')
    expect([series.isFresh(), series.count(), series.judge([start])]).toEqual([true, 2, 'wait'])
    expect(series.isFresh()).toBe(true)
    expect(series.judge(answer)).toBe('use')
    expect(joined(series, answer).filter((type) => type === 'warning' || type === 'delta')).toEqual(['warning', 'delta'])
    expect(series.isFresh()).toBe(false)
  })

  it('leaves the end of the attempt before one that only fails', () => {
    const series = createAttemptSeries(1, false)
    joined(series, [start, ...answer, ...ended])
    series.follow()
    expect(series.judge(failed)).toEqual({ failure: expect.objectContaining({ code: 'overloaded' }) as object })
    expect(series.judgeLast(failed)).toEqual({ failure: expect.objectContaining({ code: 'overloaded' }) as object })
    expect(series.finish()).toMatchObject({ reason: 'stop' })
    expect(series.conclude().map(({ type }) => type)).toEqual(['finish', 'end'])
  })

  it('takes no thought from an attempt that may not think, nor from those that follow', () => {
    const series = createAttemptSeries(1, false)
    joined(series, [start, ...thought])
    series.follow('Sent without thinking.', true)
    expect(series.judge(thought)).toEqual({ failure: undefined })
    series.follow()
    expect(series.judge(thought)).toEqual({ failure: undefined })
    expect(series.judge(answer)).toBe('use')
  })

  it('sees each part before the next one is handed on', () => {
    const series = createAttemptSeries(1, false)
    const stuck: boolean[] = []
    series.join([start, ...thought, ...answer], (part) => {
      if (part.type === 'delta' && part.channel === 'reasoning') series.progress.stop(0)
      stuck.push(series.progress.isStuck())
    })
    expect(stuck).toEqual([false, false, true, false, false, false])
  })

  it('ends every choice that was stopped, where there are several', () => {
    const series = createAttemptSeries(2, false)
    joined(series, [start, ...thought])
    series.progress.stop(0)
    series.progress.stop(1)
    expect(series.mayFollow).toBe(false)
    expect(series.cut('length')).toEqual([
      { type: 'finish', reason: 'reasoning-exhausted', native: 'length' },
      { type: 'finish', reason: 'reasoning-exhausted', choice: 1, native: 'length' },
      { type: 'end' },
    ])
  })
})
