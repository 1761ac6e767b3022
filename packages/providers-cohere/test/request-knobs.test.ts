import type { Knobs, Message } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './events.ts'

const model = 'command-a-reasoning-08-2025'
const target = { provider: 'cohere', wire: 'cohere', model }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const enabled = (token_budget?: number) => ({ type: 'enabled', ...(token_budget !== undefined && { token_budget }) })

describe('knobs', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    [model, {}, undefined, { enabled: true, visibility: 'full' }, ''],
    [model, { enabled: true }, enabled(), { enabled: true, visibility: 'full' }, ''],
    [model, { enabled: false }, { type: 'disabled' }, { enabled: false, visibility: 'none' }, ''],
    [model, { effort: 'none' }, { type: 'disabled' }, { enabled: false, visibility: 'none' }, ''],
    [model, { budgetTokens: 0 }, { type: 'disabled' }, { enabled: false, visibility: 'none' }, ''],
    [model, { enabled: false, budgetTokens: 900 }, { type: 'disabled' }, { enabled: false, visibility: 'none' }, ''],
    [model, { enabled: true, budgetTokens: 900 }, enabled(900), { enabled: true, budgetTokens: 900, visibility: 'full' }, ''],
    [model, { budgetTokens: 900.4 }, enabled(900), { enabled: true, budgetTokens: 900, visibility: 'full' }, ''],
    [
      model,
      { effort: 'minimal' },
      enabled(512),
      { enabled: true, budgetTokens: 512, visibility: 'full' },
      'minimal was sent as a budget of 512',
    ],
    [model, { effort: 'max' }, enabled(31_000), { enabled: true, budgetTokens: 31_000, visibility: 'full' }, 'no grades'],
    [model, { effort: 'max', budgetTokens: 7 }, enabled(7), { enabled: true, budgetTokens: 7, visibility: 'full' }, 'the budget alone'],
    [model, { visibility: 'summary' }, undefined, { enabled: true, visibility: 'full' }, 'nothing hides'],
    [model, { visibility: 'full' }, undefined, { enabled: true, visibility: 'full' }, ''],
    ['command-r-plus', { effort: 'high' }, undefined, { enabled: false, visibility: 'none' }, 'does not think'],
    ['command-a-vision-07-2025', { enabled: false }, undefined, { enabled: false, visibility: 'none' }, ''],
    ['command-a-plus-05-2026', { budgetTokens: 5 }, enabled(5), { enabled: true, budgetTokens: 5, visibility: 'full' }, ''],
  ])('%s: %j', (name, knobs, thinking, effective, note) => {
    const { body, knobs: report } = wire.writeRequest!({ messages: [user], knobs }, { ...target, model: name })
    expect(body.thinking).toEqual(thinking)
    expect(report).toMatchObject({ asked: knobs, effective })
    expect(Object.keys(report.sent)).toEqual(Object.keys(thinking ?? {}).map((field) => `thinking.${field}`))
    expect(report.notes.join(' ')).toContain(note)
    if (note === '') expect(report.notes).toEqual([])
  })

  it('say when the budget may leave nothing for the answer', () => {
    const { knobs } = wire.writeRequest!({ messages: [user], knobs: { budgetTokens: 64 }, sampling: { maxOutputTokens: 64 } }, target)
    expect(knobs.notes).toEqual([expect.stringContaining('includes thinking')])
  })

  it.each<[unknown, Knobs | undefined]>([
    [{ type: 'enabled' }, { enabled: true }],
    [
      { type: 'disabled', token_budget: 5 },
      { enabled: false, budgetTokens: 5 },
    ],
    [{ token_budget: 5 }, { budgetTokens: 5 }],
    [{ type: 'odd' }, undefined],
    [null, undefined],
  ])('%j is read, and stays as it was written', (thinking, knobs) => {
    const body = { model, messages: [{ role: 'user', content: 'q' }], thinking }
    const read = wire.readRequest!(body, target)
    expect(read.knobs).toEqual(knobs)
    expect(wire.writeRequest!(read, target).body).toEqual(body)
  })

  it('are not sent to a model that refuses them, be it the word for off', () => {
    for (const type of ['enabled', 'disabled']) {
      const read = wire.readRequest!({ model, messages: [{ role: 'user', content: 'q' }], thinking: { type } }, target)
      expect(wire.writeRequest!(read, { ...target, model: 'command-r7b-12-2024' }).body).not.toHaveProperty('thinking')
    }
  })
})
