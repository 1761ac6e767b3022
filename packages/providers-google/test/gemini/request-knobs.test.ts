import type { Knobs } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './chunks.ts'

const write = (model: string, knobs: Knobs, maxOutputTokens?: number) => {
  const { body, knobs: report } = wire.writeRequest!(
    {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
      knobs,
      ...(maxOutputTokens && { sampling: { maxOutputTokens } }),
    },
    { provider: 'google', wire: 'gemini', model },
  )
  const config = body.generationConfig as { thinkingConfig?: unknown } | undefined
  return { config: config?.thinkingConfig, ...report, note: report.notes.join(' ') }
}

describe('knobs, model by model', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    ['gemini-2.5-flash', { enabled: false }, { thinkingBudget: 0 }, { enabled: false, visibility: 'none' }, ''],
    [
      'gemini-2.5-flash',
      { effort: 'high' },
      { thinkingBudget: 24_576 },
      { enabled: true, budgetTokens: 24_576, visibility: 'none' },
      'takes a budget',
    ],
    [
      'gemini-2.5-flash',
      { enabled: true, visibility: 'summary' },
      { thinkingBudget: -1, includeThoughts: true },
      { enabled: true, visibility: 'summary' },
      '',
    ],
    [
      'gemini-2.5-pro',
      { enabled: false },
      { thinkingBudget: 128, includeThoughts: false },
      { enabled: true, budgetTokens: 128, visibility: 'none' },
      'and billed',
    ],
    [
      'gemini-2.5-pro',
      { budgetTokens: 10 },
      { thinkingBudget: 128 },
      { enabled: true, budgetTokens: 128, visibility: 'none' },
      'from 128 to 32768',
    ],
    ['gemini-2.5-flash-lite', { budgetTokens: 600 }, { thinkingBudget: 600 }, { enabled: true, budgetTokens: 600, visibility: 'none' }, ''],
    [
      'gemini-3-pro-preview',
      { effort: 'medium' },
      { thinkingLevel: 'high' },
      { enabled: true, effort: 'high', visibility: 'none' },
      'does not know the level medium',
    ],
    [
      'gemini-3-flash-preview',
      { effort: 'medium' },
      { thinkingLevel: 'medium' },
      { enabled: true, effort: 'medium', visibility: 'none' },
      '',
    ],
    [
      'gemma-4-31b-it',
      { effort: 'low' },
      { thinkingLevel: 'minimal' },
      { enabled: true, effort: 'minimal', visibility: 'none' },
      'does not know',
    ],
    [
      'gemini-3.8-flash',
      { effort: 'minimal' },
      { thinkingLevel: 'low' },
      { enabled: true, effort: 'low', visibility: 'none' },
      'does not know',
    ],
    ['gemini-4-argon', { effort: 'high' }, { thinkingLevel: 'high' }, { enabled: true, effort: 'high', visibility: 'none' }, ''],
    [
      'gemini-3.1-pro-preview',
      { budgetTokens: 500 },
      { thinkingLevel: 'low' },
      { enabled: true, effort: 'low', visibility: 'none' },
      'takes a level, not a budget',
    ],
    [
      'gemini-3-flash-preview',
      { effort: 'none' },
      { thinkingLevel: 'minimal', includeThoughts: false },
      { enabled: true, effort: 'minimal', visibility: 'none' },
      'and billed',
    ],
    ['gemini-3-flash-preview', { visibility: 'none' }, { includeThoughts: false }, { enabled: true, visibility: 'none' }, 'and billed'],
    ['gemini-3-flash-preview', { visibility: 'full' }, { includeThoughts: true }, { enabled: true, visibility: 'summary' }, 'summaries'],
    ['gemini-2.0-flash', { effort: 'high' }, undefined, { enabled: false }, 'does not think'],
    ['gemini-exp', { effort: 'low', budgetTokens: 5 }, { thinkingBudget: 5 }, { visibility: 'none' }, 'the budget alone'],
    ['gemini-flash-latest', { effort: 'minimal' }, { thinkingLevel: 'low' }, { enabled: true, effort: 'low' }, 'the nearest, low'],
    ['gemini-3.9-flash', { effort: 'minimal' }, { thinkingLevel: 'low' }, { enabled: true, effort: 'low' }, 'the nearest, low'],
    ['gemini-3.9-flash-lite', { effort: 'minimal' }, { thinkingLevel: 'minimal' }, { enabled: true, effort: 'minimal' }, ''],
    ['gemini-4-carbon', { effort: 'max' }, { thinkingLevel: 'high' }, { enabled: true, effort: 'high' }, 'the nearest, high'],
    ['gemini-4-neon', { effort: 'max' }, { thinkingLevel: 'xhigh' }, { enabled: true, effort: 'xhigh' }, 'the nearest, xhigh'],
    ['gemini-5-flash', { effort: 'xhigh' }, { thinkingLevel: 'xhigh' }, { enabled: true, effort: 'xhigh' }, ''],
    [
      'gemini-5-flash',
      { enabled: false },
      { thinkingLevel: 'low', includeThoughts: false },
      { enabled: true, effort: 'low' },
      'always thinks',
    ],
  ])('%s: %j', (model, knobs, config, effective, note) => {
    const written = write(model, knobs)
    expect(written.config).toEqual(config)
    expect(written.effective).toMatchObject(effective)
    expect(written.note).toContain(note)
    if (note === '') expect(written.notes).toEqual([])
  })

  it('says when the budget may leave nothing for the answer', () => {
    expect(write('gemini-2.5-flash', { budgetTokens: 512 }, 64).note).toContain('includes thinking')
  })

  it('never sends a budget and a level', () => {
    const body = {
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      generationConfig: { thinkingConfig: { thinkingBudget: 100, thinkingLevel: 'low' } },
    }
    const target = { provider: 'google', wire: 'gemini', model: 'gemini-3-flash-preview' }
    const { body: written } = wire.writeRequest!(wire.readRequest!(body, target), target)
    expect(written.generationConfig).toEqual({ thinkingConfig: { thinkingLevel: 'low' } })
  })

  it('writes them anew for a model that takes others', () => {
    const body = { contents: [{ parts: [{ text: 'q' }] }], generation_config: { thinking_config: { thinking_budget: 2000 } } }
    const { body: written, knobs } = wire.writeRequest!(wire.readRequest!(body), {
      provider: 'google',
      wire: 'gemini',
      model: 'gemini-2.0-flash',
    })
    expect(written).toEqual({ contents: body.contents })
    expect(knobs).toMatchObject({ asked: { budgetTokens: 2000 }, sent: {} })
  })
})

it.each([
  ['gemini-3-flash-preview', { thinkingBudget: 2048 }],
  ['gemini-4-carbon', { thinkingLevel: 'medium' }],
  ['gemini-5-flash', { thinkingLevel: 'medium' }],
])('%s: a budget of its own format', (model, thinkingConfig) => {
  const own = wire.readRequest!({
    contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    generationConfig: { thinkingConfig: { thinkingBudget: 2048 } },
  })
  expect(wire.writeRequest!(own, { provider: 'google', wire: 'gemini', model }).body['generationConfig']).toEqual({ thinkingConfig })
})
