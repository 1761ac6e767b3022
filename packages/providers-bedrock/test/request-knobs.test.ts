import type { Conversation, Knobs, Target } from '@reason/core/conversation'
import { describe, expect, it, test } from 'vitest'
import {
  deepseek,
  gptOss,
  haiku35,
  kimi,
  nova2,
  opus47,
  profile,
  qwen,
  sonnet37,
  sonnet45,
  sonnet46,
  user,
  wire,
  write,
} from './conversations.ts'

function ask(knobs: Knobs, target: Target, more: Partial<Conversation> = {}) {
  const { body, knobs: report } = write({ messages: [user()], knobs, ...more }, target)
  return { fields: body.additionalModelRequestFields, body, report }
}

test.each<[string, Target, Knobs, unknown]>([
  ['an effort becomes a budget', sonnet45, { effort: 'low' }, { thinking: { type: 'enabled', budget_tokens: 2048 } }],
  ['a budget stays one', sonnet37, { budgetTokens: 3000 }, { thinking: { type: 'enabled', budget_tokens: 3000 } }],
  ['a small one is raised', sonnet37, { budgetTokens: 3 }, { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  [
    'an effort is one where the model adapts',
    sonnet46,
    { effort: 'high' },
    { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
  ],
  [
    'a budget becomes an effort where it is refused',
    opus47,
    { budgetTokens: 3000 },
    { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } },
  ],
  ['a digest', opus47, { enabled: true, visibility: 'summary' }, { thinking: { type: 'adaptive', display: 'summarized' } }],
  ['off', sonnet45, { enabled: false }, { thinking: { type: 'disabled' } }],
  ['Nova has three efforts', nova2, { effort: 'max' }, { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } }],
  [
    'a later Nova has them, too',
    { ...nova2, model: 'us.amazon.nova-3-pro-v1:0' },
    { effort: 'low' },
    { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } },
  ],
  ['Nova takes no budget', nova2, { budgetTokens: 2000 }, { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }],
  ['Nova is switched on', nova2, { enabled: true }, { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } }],
  ['Nova is switched off', nova2, { effort: 'none' }, { reasoningConfig: { type: 'disabled' } }],
  ['gpt-oss has three efforts', gptOss, { effort: 'minimal' }, { reasoning_effort: 'low' }],
  ['gpt-oss cannot be switched off', gptOss, { enabled: false }, { reasoning_effort: 'low' }],
  ['Qwen has two efforts', qwen, { effort: 'medium' }, { reasoning_config: 'low' }],
  ['Qwen is switched on', qwen, { enabled: true }, { reasoning_config: 'high' }],
  ['Qwen does not think unless asked', qwen, { enabled: false }, undefined],
  ['Kimi has no field', kimi, { effort: 'high' }, undefined],
  ['DeepSeek R1 has no field', deepseek, { enabled: false }, undefined],
  ['a model that cannot think', haiku35, { effort: 'high' }, undefined],
  ['an unknown model', profile, { effort: 'high' }, undefined],
  ['nothing asked, nothing sent', opus47, {}, undefined],
])('%s', (_, target, knobs, fields) => {
  const asked = ask(knobs, target)
  expect(asked.fields).toEqual(fields)
  expect(asked.report.asked).toEqual(knobs)
})

describe('the report', () => {
  it('says what was sent, what it does, and why', () => {
    expect(ask({ effort: 'xhigh', visibility: 'none' }, nova2).report).toEqual({
      asked: { effort: 'xhigh', visibility: 'none' },
      sent: {
        'additionalModelRequestFields.reasoningConfig.type': 'enabled',
        'additionalModelRequestFields.reasoningConfig.maxReasoningEffort': 'high',
      },
      effective: { enabled: true, effort: 'high', visibility: 'full' },
      notes: [
        'The visibility of reasoning cannot be set there: it is shown unchanged.',
        'us.amazon.nova-2-lite-v1:0 has no effort xhigh: it makes the effort high.',
      ],
    })
  })

  it.each<[Target, Knobs]>([
    [gptOss, { enabled: true, effort: 'low', visibility: 'full' }],
    [deepseek, { enabled: true, visibility: 'full' }],
    [haiku35, { enabled: false }],
  ])('tells that off is not off, or that there is nothing to switch: $model', (target, effective) => {
    const { report } = ask({ enabled: false }, target)
    expect(report.effective).toEqual(effective)
    expect(report.notes).toHaveLength(target === haiku35 ? 0 : 1)
  })
})

describe('conflicts', () => {
  const on: Knobs = { enabled: true, budgetTokens: 2000 }

  it('leaves room for the answer, or does not think where there is none; in the words of the provider that is refused', () => {
    expect(ask({ budgetTokens: 5000 }, sonnet37, { sampling: { maxOutputTokens: 4000 } }).fields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 3200 },
    })
    for (const knobs of [on, { effort: 'high' } as const]) {
      expect(ask(knobs, sonnet37, { sampling: { maxOutputTokens: 500 } }).fields).toEqual({ thinking: { type: 'disabled' } })
    }
    const additionalModelRequestFields = { thinking: { type: 'enabled', budget_tokens: 1024 } }
    const body = { inferenceConfig: { maxTokens: 500 }, additionalModelRequestFields, messages: [] }
    expect(wire.replay!(wire.readRequest!(body), sonnet37).refusals).toEqual([expect.stringContaining('no room')])
  })

  it('leaves out the sampling that is refused', () => {
    const sampling = { temperature: 0.2, topP: 0.5, topK: 3 }
    expect(ask(on, sonnet37, { sampling }).body).not.toHaveProperty('inferenceConfig')
    expect(ask(on, sonnet37, { sampling }).report.notes).toHaveLength(3)
    expect(ask({}, sonnet37, { sampling }).body).toMatchObject({
      inferenceConfig: { temperature: 0.2, topP: 0.5 },
      additionalModelRequestFields: { top_k: 3 },
    })
    expect(ask({}, opus47, { sampling }).body).not.toHaveProperty('inferenceConfig')
    expect(ask({ effort: 'high' }, nova2, { sampling: { temperature: 0.2 } }).body).not.toHaveProperty('inferenceConfig')
  })

  it.each([sonnet37, nova2, gptOss, profile])('says no temperature beyond 1, which the API refuses for any model: $model', (target) => {
    const { body, report } = ask({}, target, { sampling: { temperature: 1.7 } })
    expect(body).toMatchObject({ inferenceConfig: { temperature: 1 } })
    expect(report.notes).toEqual(['The temperature is 1 at most: 1.7 became 1.'])
  })

  it('keeps a limit of the output, for which Nova makes less effort', () => {
    const { body, report } = ask({ effort: 'high' }, nova2, { sampling: { maxOutputTokens: 900 } })
    expect(body).toMatchObject({
      inferenceConfig: { maxTokens: 900 },
      additionalModelRequestFields: { reasoningConfig: { maxReasoningEffort: 'medium' } },
    })
    expect(report.effective.effort).toBe('medium')
  })

  it('prefers a call that must be made to thinking', () => {
    const { fields, body } = ask(on, sonnet37, { toolChoice: 'required', tools: [{ type: 'function', name: 'clock' }] })
    expect(fields).toEqual({ thinking: { type: 'disabled' } })
    expect(body['toolConfig']).toMatchObject({ toolChoice: { any: {} } })
  })
})

describe("the provider's own words", () => {
  const relay = (fields: object, target: Target) =>
    wire.writeRequest!(wire.readRequest!({ messages: [], additionalModelRequestFields: fields }), target).body

  it.each<[Target, object]>([
    [sonnet46, { reasoning_config: { type: 'enabled', budget_tokens: 2000, of_tomorrow: 1 }, of_tomorrow: 2 }],
    [opus47, { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh', of_tomorrow: 1 }, top_k: 3, anthropic_beta: ['x'] }],
    [nova2, { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' }, inferenceConfig: { topK: 1 } }],
    [gptOss, { reasoning_effort: 'medium' }],
    [qwen, { reasoning_config: 'high' }],
    [profile, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
  ])('stay where the model takes them: $model', (target, fields) => {
    const { top_k: _, ...without } = fields as { top_k?: number }
    expect(relay(fields, target)).toEqual({ messages: [], additionalModelRequestFields: target === opus47 ? without : fields })
  })

  it('are put into other words for a model that knows them not', () => {
    expect(relay({ thinking: { type: 'enabled', budget_tokens: 9000 } }, opus47)).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    })
    expect(relay({ reasoning_effort: 'high' }, nova2)).toMatchObject({
      additionalModelRequestFields: { reasoningConfig: { maxReasoningEffort: 'high' } },
    })
    expect(relay({ reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }, kimi)).toEqual({ messages: [] })
  })
})
