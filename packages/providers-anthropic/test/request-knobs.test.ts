import type { Conversation, Knobs, Target } from '@reason/core/conversation'
import { describe, expect, it, test } from 'vitest'
import { readMessagesFacts } from '../src/index.ts'
import { haiku35, minimax, opus47, sonnet4, sonnet45, sonnet46, user, wire, write } from './conversations.ts'

const sonnet5: Target = { ...sonnet4, model: 'claude-sonnet-5' }
const opus45: Target = { ...sonnet4, model: 'claude-opus-4-5' }

const deepseek: Target = { provider: 'deepseek', wire: 'anthropic-messages', model: 'deepseek-v4-pro' }
const glm: Target = { provider: 'zai', wire: 'anthropic-messages', model: 'glm-5.3' }

function ask(knobs: Knobs, target: Target, more: Partial<Conversation> = {}) {
  const { body, knobs: report } = write({ messages: [user()], sampling: { maxOutputTokens: 20_000 }, knobs, ...more }, target)
  return { thinking: body['thinking'], effort: (body['output_config'] as { effort?: string } | undefined)?.effort, body, report }
}

test.each<[string, Target, Knobs, unknown, string | undefined]>([
  ['an effort becomes a budget', sonnet45, { effort: 'low' }, { type: 'enabled', budget_tokens: 2048 }, undefined],
  ['a budget stays one', sonnet45, { budgetTokens: 3000 }, { type: 'enabled', budget_tokens: 3000 }, undefined],
  ['a switch gets a middling budget', sonnet4, { enabled: true }, { type: 'enabled', budget_tokens: 8192 }, undefined],
  ['a small budget is raised', sonnet4, { budgetTokens: 10 }, { type: 'enabled', budget_tokens: 1024 }, undefined],
  ['a model with both gets both', opus45, { effort: 'max' }, { type: 'enabled', budget_tokens: 16_384 }, 'high'],
  ['an effort is one where the model adapts', sonnet46, { effort: 'high' }, { type: 'adaptive' }, 'high'],
  ['a missing effort is replaced by the nearest', sonnet46, { effort: 'xhigh' }, { type: 'adaptive' }, 'high'],
  ['a budget is still taken by 4.6', sonnet46, { budgetTokens: 3000 }, { type: 'enabled', budget_tokens: 3000 }, undefined],
  ['a budget becomes an effort where it is refused', opus47, { enabled: true, budgetTokens: 3000 }, { type: 'adaptive' }, 'medium'],
  ['the least effort is low', opus47, { effort: 'minimal' }, { type: 'adaptive' }, 'low'],
  ['off', opus47, { enabled: false }, { type: 'disabled' }, undefined],
  ['no effort is off', sonnet5, { effort: 'none' }, { type: 'disabled' }, undefined],
  ['a digest is asked for', opus47, { enabled: true, visibility: 'summary' }, { type: 'adaptive', display: 'summarized' }, undefined],
  [
    'out of sight',
    sonnet4,
    { budgetTokens: 2000, visibility: 'none' },
    { type: 'enabled', budget_tokens: 2000, display: 'omitted' },
    undefined,
  ],
  [
    'only what is to be seen, of a model that thinks anyway',
    sonnet5,
    { visibility: 'summary' },
    { type: 'adaptive', display: 'summarized' },
    undefined,
  ],
  ['nothing for a model that cannot think', haiku35, { effort: 'high' }, undefined, undefined],
  ['nothing asked, nothing sent', sonnet5, {}, undefined, undefined],
  ['DeepSeek goes by the effort', deepseek, { effort: 'max' }, { type: 'enabled', budget_tokens: 16_384 }, 'max'],
  ['of which it has a low one', deepseek, { effort: 'minimal' }, { type: 'enabled', budget_tokens: 1024 }, 'low'],
  ['a budget is an effort there', deepseek, { budgetTokens: 8192 }, { type: 'enabled', budget_tokens: 8192 }, 'medium'],
  ['so does GLM, which has three', glm, { effort: 'xhigh' }, { type: 'enabled', budget_tokens: 16_384 }, 'high'],
  ['off for those, too', deepseek, { effort: 'none' }, { type: 'disabled' }, undefined],
  ['others take a budget', minimax, { effort: 'low' }, { type: 'enabled', budget_tokens: 2048 }, undefined],
])('%s', (_, target, knobs, thinking, effort) => {
  const asked = ask(knobs, target)
  expect([asked.thinking, asked.effort]).toEqual([thinking, effort])
  expect(asked.report.asked).toEqual(knobs)
})

describe('the report', () => {
  it('says that a budget is overlooked, and of an effort nothing', () => {
    expect(ask({ budgetTokens: 4000 }, deepseek).report.notes).toEqual([
      'deepseek-v4-pro ignores budgets: 4000 tokens became the effort medium.',
    ])
    expect(ask({ effort: 'high' }, deepseek).report.notes).toEqual([])
  })

  it('says what was sent, what it does, and why', () => {
    expect(ask({ effort: 'xhigh', visibility: 'full' }, sonnet46).report).toEqual({
      asked: { effort: 'xhigh', visibility: 'full' },
      sent: { 'thinking.type': 'adaptive', 'thinking.display': 'summarized', 'output_config.effort': 'high' },
      effective: { enabled: true, effort: 'high', visibility: 'summary' },
      notes: [
        'claude-sonnet-4-6 has no effort xhigh: it makes the effort high.',
        'Claude shows a summary of its thinking, never the thinking itself.',
      ],
    })
  })

  it('says of newer models that they think without being asked, and out of sight', () => {
    expect(ask({}, sonnet5).report.effective).toEqual({ enabled: true, visibility: 'none' })
    expect(ask({}, sonnet4).report.effective).toEqual({ enabled: false })
    expect(ask({ effort: 'high' }, haiku35).report).toMatchObject({
      effective: { enabled: false },
      notes: [expect.stringContaining('cannot think'), expect.stringContaining('at most 8192 tokens')],
    })
  })

  it('tells the length that it had to make up', () => {
    const { body, report } = ask({ budgetTokens: 30_000 }, sonnet4, { sampling: {} })
    expect(body['max_tokens']).toBe(34_096)
    expect(report.notes).toEqual(['max_tokens is required, and was missing or invalid: it became 34096.'])
  })
})

describe('conflicts with thinking', () => {
  const on: Knobs = { enabled: true, budgetTokens: 2000 }

  it('leaves room for the answer', () => {
    const { thinking, report } = ask({ budgetTokens: 5000 }, sonnet4, { sampling: { maxOutputTokens: 4000 } })
    expect(thinking).toEqual({ type: 'enabled', budget_tokens: 3200 })
    expect(report.notes).toEqual([expect.stringContaining('less than max_tokens, 4000')])
  })

  it('does not think where there is no room; in the words of the provider it is refused', () => {
    const sampling = { maxOutputTokens: 500 }
    for (const knobs of [on, { effort: 'high' } as const]) {
      const { thinking, report } = ask(knobs, sonnet4, { sampling })
      expect(thinking).toEqual({ type: 'disabled' })
      expect(report.notes.join(' ')).toContain('less than max_tokens, which is 500')
    }
    // A budget is 1,024 at least, and less than the output.
    for (const max_tokens of [500, 1024]) {
      const body = { max_tokens, thinking: { type: 'enabled', budget_tokens: 1024 }, messages: [] }
      expect(wire.replay!(wire.readRequest!(body), sonnet4).refusals).toEqual([expect.stringContaining('no room to think')])
    }
  })

  it('leaves out the sampling that is refused', () => {
    const sampling = { maxOutputTokens: 9000, temperature: 0.2, topP: 0.5, topK: 3 }
    const { body, report } = ask(on, sonnet4, { sampling })
    expect(body).not.toHaveProperty('temperature')
    expect(body).not.toHaveProperty('top_p')
    expect(body).not.toHaveProperty('top_k')
    expect(report.notes).toHaveLength(3)
    expect(ask(on, sonnet4, { sampling: { maxOutputTokens: 9000, temperature: 1, topP: 0.97 } }).body).toMatchObject({
      temperature: 1,
      top_p: 0.97,
    })
    expect(ask({}, sonnet4, { sampling }).body).toMatchObject({ temperature: 0.2, top_p: 0.5, top_k: 3 })
  })

  it.each<[string, Target, object]>([
    ['takes no temperature beside top_p', sonnet45, { temperature: 0.2 }],
    ['takes none at all since 4.7', opus47, {}],
  ])('%s', (_, target, expected) => {
    const { temperature, top_p } = ask({}, target, { sampling: { maxOutputTokens: 9000, temperature: 0.2, topP: 0.5 } }).body as Record<
      string,
      unknown
    >
    expect({ temperature, top_p }).toEqual({ temperature: undefined, top_p: undefined, ...expected })
  })

  it('has temperatures up to 1', () => {
    expect(ask({}, sonnet4, { sampling: { maxOutputTokens: 9000, temperature: 1.7 } }).body['temperature']).toBe(1)
  })

  it.each(['required', { name: 'clock' }] as const)('prefers a call that must be made to thinking: %j', (toolChoice) => {
    const tools = [{ type: 'function', name: 'clock' }] as const
    const { thinking, body, report } = ask(on, sonnet4, { toolChoice, tools })
    expect(thinking).toEqual({ type: 'disabled' })
    expect(body['tool_choice']).toMatchObject({ type: toolChoice === 'required' ? 'any' : 'tool' })
    expect(report.notes.join(' ')).toContain('forces a call')
    expect(ask(on, sonnet4, { toolChoice: 'auto', tools }).thinking).toMatchObject({ type: 'enabled' })
  })
})

describe("the provider's own words", () => {
  const body = { model: sonnet46.model, max_tokens: 4096, messages: [{ role: 'user', content: 'q' }] }
  const relay = (more: object, target: Target) => wire.writeRequest!(wire.readRequest!({ ...body, ...more }), target)

  it('are read as knobs', () => {
    const knobs = (more: object) => wire.readRequest!({ ...body, ...more }).knobs
    expect(knobs({ thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' } })).toEqual({
      enabled: true,
      budgetTokens: 2000,
      visibility: 'none',
    })
    expect(knobs({ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'xhigh' } })).toEqual({
      enabled: true,
      effort: 'xhigh',
      visibility: 'summary',
    })
    expect(knobs({ thinking: { type: 'disabled' } })).toEqual({ enabled: false })
    expect(knobs({ thinking: { type: 'of tomorrow' }, output_config: { effort: 'of tomorrow' } })).toBeUndefined()
  })

  it('stay where the model takes them', () => {
    const said = { thinking: { type: 'enabled', budget_tokens: 2000, of_tomorrow: 1 }, output_config: { effort: 'low', of_tomorrow: 2 } }
    expect(relay(said, sonnet46).body).toEqual({ ...body, ...said })
  })

  it('are put into other words for a model that refuses them', () => {
    const { body: written, knobs } = relay({ thinking: { type: 'enabled', budget_tokens: 9000 } }, opus47)
    expect(written).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } })
    expect(knobs.notes).toEqual([expect.stringContaining('refuses a budget')])
    expect(relay({ thinking: { type: 'adaptive' } }, sonnet45).body['thinking']).toEqual({ type: 'enabled', budget_tokens: 3276 })
  })

  it('give way to what is set later', () => {
    const read = wire.readRequest!({ ...body, thinking: { type: 'adaptive' } })
    expect(wire.writeRequest!({ ...read, knobs: { enabled: false } }, sonnet46).body['thinking']).toEqual({ type: 'disabled' })
  })
})

describe('models that cannot be off', () => {
  const fable: Target = { ...sonnet4, model: 'claude-fable-5' }

  it('think as little as they can, and say so', () => {
    const { thinking, effort, report } = ask({ enabled: false }, fable)
    expect([thinking, effort]).toEqual([{ type: 'adaptive' }, 'low'])
    expect(report.effective).toMatchObject({ enabled: true, effort: 'low', visibility: 'none' })
    expect(report.notes).toEqual([expect.stringContaining('always thinks: it cannot be turned off')])
  })

  it('are never sent the word for it, be it the own word of another', () => {
    const body = { model: opus47.model, max_tokens: 9, thinking: { type: 'disabled' }, messages: [{ role: 'user', content: 'q' }] }
    expect(wire.writeRequest(wire.readRequest(body), fable).body['thinking']).toEqual({ type: 'adaptive' })
    expect(wire.writeRequest(wire.readRequest(body), opus47).body['thinking']).toEqual({ type: 'disabled' })
  })

  it.each([
    'claude-fable-5-1',
    'claude-mythos-5-1',
    'claude-opus-5-5',
    'anthropic/claude-opus-5.6',
    'claude-opus-6',
    'claude-sonnet-5-5',
    'claude-sonnet-6',
  ])('%s: choose themselves whether they call a tool', (model) => {
    const forced = {
      messages: [user()],
      tools: [{ type: 'function', name: 'f' }],
      toolChoice: { name: 'f' },
      parallelToolCalls: false,
    } as const
    const { body, knobs } = wire.writeRequest(forced, { ...fable, model })
    expect([body['tool_choice'], body['thinking']]).toEqual([{ type: 'auto', disable_parallel_tool_use: true }, undefined])
    expect(knobs.notes).toContain(`${model} refuses a tool choice that forces a call: it became auto.`)
    const own = wire.readRequest({ ...body, tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } })
    expect(wire.writeRequest(own, { ...fable, model }).body).toMatchObject({
      tool_choice: { type: 'auto' },
      thinking: { type: 'adaptive' },
    })
  })

  it('may be forced to call a tool before 5.1', () => {
    const forced = { messages: [user()], tools: [{ type: 'function', name: 'f' }], toolChoice: 'required' } as const
    expect(wire.writeRequest(forced, fable).body).toMatchObject({ tool_choice: { type: 'any' } })
  })

  it.each([
    ['claude-opus-5-5', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }, true],
    ['claude-opus-6', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }, true],
    ['claude-sonnet-5-5', { thinking: { type: 'between_tools' } }, false],
    ['anthropic/claude-sonnet-5.5', { thinking: { type: 'between_tools' } }, false],
    ['claude-sonnet-6-1', { thinking: { type: 'between_tools' } }, false],
    ['claude-haiku-5-5', { thinking: { type: 'disabled' } }, false],
    ['claude-opus-5-20260801', { thinking: { type: 'disabled' } }, false],
    ['claude-sonnet-5', { thinking: { type: 'disabled' } }, false],
  ])('%s: off is what the model takes for it', (model, fields, enabled) => {
    const { body, knobs } = wire.writeRequest({ messages: [user()], knobs: { enabled: false } }, { ...fable, model })
    expect(body).toMatchObject(fields)
    expect(knobs.effective.enabled).toBe(enabled)
    const own = wire.readRequest({ model, max_tokens: 9, thinking: { type: 'disabled' }, messages: [{ role: 'user', content: 'q' }] })
    expect(wire.writeRequest(own, { ...fable, model }).body).toMatchObject(fields)
  })

  it('of other makers are told nothing, and the report is honest', () => {
    const { thinking, report } = ask({ enabled: false }, minimax)
    expect(thinking).toBeUndefined()
    expect(report.effective).toMatchObject({ enabled: true })
    expect(ask({}, { ...minimax, model: 'GLM-5' }).report.effective).toEqual({})
    expect(ask({ enabled: false }, { ...minimax, model: 'MiniMax-M3' }).thinking).toEqual({ type: 'disabled' })
    expect(ask({ effort: 'high' }, { ...minimax, model: 'MiniMax-M3' }).thinking).toEqual({ type: 'adaptive' })
    for (const model of ['MiniMax-M3.1-Flash', 'MiniMax-M4']) {
      expect(ask({ effort: 'max' }, { ...minimax, model })).toMatchObject({ thinking: { type: 'adaptive' }, effort: 'max' })
      expect(ask({ enabled: false }, { ...minimax, model })).toMatchObject({ thinking: { type: 'adaptive' }, effort: 'low' })
    }
    const glm = ask({ enabled: false }, { provider: 'zai', wire: wire.id, model: 'glm-6' })
    expect([glm.thinking, glm.effort, glm.report.effective.enabled]).toEqual([undefined, 'low', true])
  })
})

describe('limits of the models', () => {
  it('turn thinking off for a forced call where it is on by itself', () => {
    const tools = [{ type: 'function', name: 'clock' }] as const
    expect(ask({}, sonnet5, { toolChoice: 'required', tools }).thinking).toEqual({ type: 'disabled' })
    expect(ask({}, opus47, { toolChoice: 'required', tools }).thinking).toBeUndefined()
  })

  it('hold for the output, with the budget in it', () => {
    const opus4: Target = { ...sonnet4, model: 'claude-opus-4-20250514' }
    const { body, thinking } = ask({ effort: 'max' }, opus4, { sampling: {} })
    expect([body['max_tokens'], thinking]).toEqual([29_696, { type: 'enabled', budget_tokens: 25_600 }])
    expect(ask({}, opus4, { sampling: { maxOutputTokens: 64_000 } }).body['max_tokens']).toBe(32_000)
    expect(ask({}, sonnet4, { sampling: { maxOutputTokens: 64_000 } }).body['max_tokens']).toBe(64_000)
  })

  it('refuse stop sequences of white space', () => {
    const { body, report } = ask({}, sonnet4, { sampling: { maxOutputTokens: 9, stop: ['\n', 'End'] } })
    expect(body['stop_sequences']).toEqual(['End'])
    expect(report.notes).toEqual([expect.stringContaining('white space')])
    expect(ask({}, sonnet4, { sampling: { maxOutputTokens: 9, stop: ['\n'] } }).body).not.toHaveProperty('stop_sequences')
  })

  it('take no choice of a tool where there is none', () => {
    expect(ask({}, sonnet4, { toolChoice: 'none' }).body).not.toHaveProperty('tool_choice')
    const native = [{ type: 'native', wire: 'openai-responses', value: {} }] as const
    expect(ask({}, sonnet4, { toolChoice: 'auto', tools: native }).body).not.toHaveProperty('tool_choice')
  })
})

describe('a type of thinking that a provider refuses', () => {
  const of = (provider: string, model: string): Target => ({ wire: 'anthropic-messages', provider, model })
  const adaptive = { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }
  const enabled = { thinking: { type: 'enabled', budget_tokens: 2000 } }

  it.each<[string, Target, object, object]>([
    ['a budget, where nothing adapts', of('dashscope', 'qwen3.5-plus'), adaptive, { type: 'enabled', budget_tokens: 3200 }],
    ['adaptive, where there is no budget', of('minimax', 'MiniMax-M3'), enabled, { type: 'adaptive' }],
    ['as it was asked, where both are known', of('dashscope', 'qwen3.5-plus'), enabled, enabled.thinking],
    ['as the client asked, where the provider does not refuse it', of('zai', 'glm-5.1'), adaptive, adaptive.thinking],
  ])('is said otherwise: %s', (_, target, asked, thinking) => {
    const body = { model: target.model, max_tokens: 4000, messages: [{ role: 'user', content: 'q' }], ...asked }
    expect(wire.writeRequest(wire.readRequest(body), target).body['thinking']).toEqual(thinking)
  })

  it('are not those of Claude for models of other makers', () => {
    for (const model of ['doubao-seed-code', 'mimo-v2.5-pro']) {
      const { body } = write({ messages: [user()], knobs: { effort: 'high' }, sampling: { temperature: 0.5 } }, of('volcengine', model))
      expect(body).toMatchObject({ thinking: { type: 'enabled' }, temperature: 0.5 })
    }
  })
})

test.each([
  [{}, undefined],
  [{ output_config: { effort: 'high' } }, 'high'],
  [{ output_config: { effort: 3 } }, undefined],
])('the effort of %j is %s', (body, effort) => expect(readMessagesFacts(body).effort).toBe(effort))
