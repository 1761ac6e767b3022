import type { FinishReason } from '@reason/core/parts'
import type { Knobs } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { rescue, type RescueOptions } from '../src/index.ts'

const resultOf = (reason: FinishReason, code?: 'reasoning-stopped'): RescueOptions['result'] => ({
  finish: { reason },
  warnings: code === undefined ? [] : [{ code, message: '' }],
})
const exhausted = resultOf('reasoning-exhausted')

describe('a rescue', () => {
  const lowered: [Knobs, Knobs][] = [
    [{}, { effort: 'low' }],
    [{ effort: 'max' }, { effort: 'low' }],
    [
      { effort: 'medium', visibility: 'full' },
      { effort: 'low', visibility: 'full' },
    ],
    [{ effort: 'low' }, { effort: 'minimal' }],
    [{ effort: 'minimal' }, { enabled: false }],
    [
      { enabled: true, budgetTokens: 4000 },
      { enabled: true, budgetTokens: 1000 },
    ],
    [
      { effort: 'high', budgetTokens: 4000 },
      { effort: 'low', budgetTokens: 1000 },
    ],
    [{ budgetTokens: 3 }, { enabled: false }],
  ]
  it.each(lowered)('with less of %j thinks as %j', (knobs, less) => {
    expect(rescue({ result: exhausted, knobs, with: 'lower', attempts: 1 })).toEqual(less)
  })

  it('turns thinking off where that is asked for, or nothing is left', () => {
    const knobs: Knobs = { effort: 'high', budgetTokens: 4000, visibility: 'none' }
    const off = { enabled: false, visibility: 'none' }
    expect(rescue({ result: exhausted, knobs, with: 'off', attempts: 1 })).toEqual(off)
    expect(rescue({ result: exhausted, knobs, with: 'lower', attempts: 1, remaining: 0 })).toEqual(off)
    expect(rescue({ result: exhausted, knobs, with: 'lower', attempts: 1, remaining: 400 })).toMatchObject({ budgetTokens: 100 })
  })

  const none: [string, RescueOptions][] = [
    ['no rescue is configured', { result: exhausted, with: undefined, attempts: 1 }],
    ['there was one', { result: exhausted, with: 'lower', attempts: 2 }],
    ['there is an answer', { result: resultOf('length'), with: 'lower', attempts: 1 }],
    ['a budget ended the reasoning', { result: resultOf('reasoning-exhausted', 'reasoning-stopped'), with: 'off', attempts: 1 }],
    ['thinking was off', { result: exhausted, knobs: { enabled: false }, with: 'off', attempts: 1 }],
    ['thinking was off by its budget', { result: exhausted, knobs: { budgetTokens: 0 }, with: 'lower', attempts: 1 }],
    ['thinking was off by its effort', { result: exhausted, knobs: { effort: 'none' }, with: 'off', attempts: 1 }],
  ]
  it.each(none)('is not tried where %s', (_, options) => expect(rescue(options)).toBeUndefined())
})
