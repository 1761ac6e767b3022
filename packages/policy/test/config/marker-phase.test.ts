import { markerPlan, parsePolicyConfig } from '@reason/policy'
import { describe, expect, it } from 'vitest'

const planOf = (phase: unknown, isHarmony: boolean, model?: string, enabled = true) => {
  const config = parsePolicyConfig({ llm: { marker: { phase }, harmony: { channels_parser: { enabled } } } })
  const { parser, directive, markerPath } = markerPlan(config, { isHarmony, ...(model && { model }) })
  return [parser, directive, markerPath]
}

describe('markerPlan', () => {
  it.each([
    [0, ['off', true, true]],
    [1, ['metrics-only', true, true]],
    [2, ['on', true, true]],
    [3, ['on', false, true]],
    [4, ['on', false, false]],
  ])('a Harmony model in phase %i', (phase, plan) => expect(planOf(phase, true)).toEqual(plan))

  it.each([0, 1, 2, 3])('another model in phase %i', (phase) => expect(planOf(phase, false)).toEqual(['off', true, true]))

  it('another model in phase 4', () => expect(planOf(4, false)).toEqual(['off', false, false]))

  it('goes by the model, the more literal pattern first', () => {
    const phases = { '*': 0, 'gpt-oss*': 1, 'gpt-oss-120b': 4 }
    expect(planOf(phases, true, 'openai/gpt-oss-120b')[2]).toBe(false)
    expect(planOf(phases, true, 'gpt-oss-20b')[0]).toBe('metrics-only')
    expect(planOf(phases, true, 'else')[0]).toBe('off')
    expect(planOf({ 'gpt-oss*': 1 }, true, 'else')[0]).toBe('on')
  })

  it('leaves a model its marker where the parser is disabled', () => expect(planOf(4, true, 'm', false)).toEqual(['off', true, true]))
})
