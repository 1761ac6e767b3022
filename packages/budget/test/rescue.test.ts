import type { FinishReason, Usage } from '@reason/core'
import type { Knobs } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { addUsage, rescue, type RescueOptions } from '../src/index.ts'

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
    ['nobody wants one', { result: exhausted, with: undefined, attempts: 1 }],
    ['there was one', { result: exhausted, with: 'lower', attempts: 2 }],
    ['there is an answer', { result: resultOf('length'), with: 'lower', attempts: 1 }],
    ['a budget ended the reasoning', { result: resultOf('reasoning-exhausted', 'reasoning-stopped'), with: 'off', attempts: 1 }],
    ['thinking was off', { result: exhausted, knobs: { enabled: false }, with: 'off', attempts: 1 }],
    ['thinking was off by its effort', { result: exhausted, knobs: { effort: 'none' }, with: 'off', attempts: 1 }],
  ]
  it.each(none)('is not tried where %s', (_, options) => expect(rescue(options)).toBeUndefined())
})

describe('the usage of two attempts', () => {
  const usage = (reasoning: number | undefined, source: 'reported' | 'estimated' | 'implausible', raw: unknown): Usage => ({
    output: { value: 100, source: 'reported' },
    ...(reasoning !== undefined && { reasoning: { value: reasoning, source } }),
    raw,
  })

  it.each([
    ['both are reported', usage(10, 'reported', 1), usage(5, 'reported', 2), { value: 15, source: 'reported' }],
    ['one is estimated', usage(10, 'reported', 1), usage(5, 'estimated', 2), { value: 15, source: 'estimated' }],
    ['one is missing', usage(10, 'reported', 1), usage(undefined, 'reported', 2), { value: 10, source: 'estimated' }],
    ['one cannot be true', usage(0, 'implausible', 1), usage(5, 'estimated', 2), { value: 5, source: 'implausible' }],
    ['neither is there', usage(undefined, 'reported', 1), usage(undefined, 'reported', 2), undefined],
  ] as const)('is their sum, as sure as both: %s', (_, one, other, reasoning) => {
    const sum = addUsage(one, other)!
    expect([sum.reasoning, sum.output, sum.raw]).toEqual([reasoning, { value: 200, source: 'reported' }, [1, 2]])
    expect('reasoning' in sum).toBe(reasoning !== undefined)
  })

  it('is that of one where there is no other, and adds up over three', () => {
    const one = usage(1, 'reported', 'a')
    expect(addUsage(undefined, undefined)).toBeUndefined()
    expect([addUsage(one, undefined), addUsage(undefined, one)]).toEqual([one, one])
    expect(addUsage(addUsage(one, usage(2, 'reported', 'b')), usage(3, 'reported', 'c'))).toMatchObject({
      reasoning: { value: 6, source: 'reported' },
      raw: ['a', 'b', 'c'],
    })
  })
})
