import type { Conversation, Effort, Knobs, Target } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { supportedEffort, openaiModel } from '../src/shared/openai-models.ts'
import { deepseek, openai, user, wire, type Fields } from './responses-request.ts'

const of = (provider: string, model: string): Target => ({ provider, wire: 'openai-responses', model })
const write = (knobs: Knobs, target: Target, more: Partial<Conversation> = {}) =>
  wire.writeRequest({ messages: [user('q')], knobs, ...more }, target)

describe('what is asked for, sent and done', () => {
  test.each<[string, Target, Knobs, Fields | undefined, Knobs]>([
    ['an effort', openai, { effort: 'low' }, { effort: 'low' }, { enabled: true, effort: 'low', visibility: 'none' }],
    ['nothing', openai, {}, undefined, { enabled: true, effort: 'medium', visibility: 'none' }],
    ['a digest', openai, { visibility: 'summary' }, { summary: 'auto' }, { enabled: true, effort: 'medium', visibility: 'summary' }],
    ['all of it', openai, { visibility: 'full' }, { summary: 'detailed' }, { enabled: true, effort: 'medium', visibility: 'summary' }],
    ['more than there is', openai, { effort: 'max' }, { effort: 'high' }, { enabled: true, effort: 'high', visibility: 'none' }],
    [
      'off, where it is always on',
      openai,
      { enabled: false },
      { effort: 'minimal' },
      { enabled: true, effort: 'minimal', visibility: 'none' },
    ],
    ['off', of('openai', 'gpt-5.1'), { enabled: false }, { effort: 'none' }, { enabled: false, effort: 'none', visibility: 'none' }],
    ['off by default', of('openai', 'gpt-5.1'), {}, undefined, { enabled: false, effort: 'none', visibility: 'none' }],
    [
      'on, where it is off by default',
      of('azure', 'gpt-5.1'),
      { enabled: true },
      { effort: 'medium' },
      { enabled: true, effort: 'medium', visibility: 'none' },
    ],
    [
      'the most',
      of('bedrock', 'openai.gpt-5.6-luna'),
      { effort: 'max' },
      { effort: 'max' },
      { enabled: true, effort: 'max', visibility: 'none' },
    ],
    ['tokens', openai, { budgetTokens: 10_000 }, { effort: 'medium' }, { enabled: true, effort: 'medium', visibility: 'none' }],
    [
      'an effort of a model that does not reason',
      of('openai', 'gpt-4o'),
      { effort: 'high' },
      undefined,
      { enabled: false, effort: 'none', visibility: 'none' },
    ],
    [
      'an effort that is taken for another',
      deepseek,
      { effort: 'medium' },
      { effort: 'high' },
      { enabled: true, effort: 'high', visibility: 'full' },
    ],
    [
      'the highest effort',
      of('xai', 'grok-4.7'),
      { effort: 'max' },
      { effort: 'xhigh' },
      { enabled: true, effort: 'xhigh', visibility: 'summary' },
    ],
    ['a default', of('xai', 'x-ai/grok-5'), {}, undefined, { enabled: true, effort: 'high', visibility: 'summary' }],
    [
      'off of a model that always thinks',
      of('xai', 'grok-4-7'),
      { enabled: false },
      { effort: 'low' },
      { enabled: true, effort: 'low', visibility: 'summary' },
    ],
    [
      'off of M3.1',
      of('minimax', 'MiniMax-M3.1-Flash'),
      { enabled: false },
      { effort: 'low' },
      { enabled: true, effort: 'low', visibility: 'full' },
    ],
    ['an effort of a model that takes none', of('xai', 'grok-4'), { effort: 'high' }, undefined, { visibility: 'summary' }],
    [
      'tokens, of who counts them',
      of('openrouter', 'z-ai/glm-5'),
      { budgetTokens: 2000 },
      { max_tokens: 2000 },
      { enabled: true, budgetTokens: 2000, visibility: 'none' },
    ],
    [
      'anything, of who is not known',
      of('mine', 'mine'),
      { effort: 'max', visibility: 'summary' },
      { effort: 'max', summary: 'auto' },
      { enabled: true, effort: 'max', visibility: 'summary' },
    ],
  ])('%s', (_, target, knobs, reasoning, effective) => {
    const { body, knobs: report } = write(knobs, target)
    expect(body.reasoning).toEqual(reasoning)
    expect(report.asked).toEqual(knobs)
    expect(report.effective).toEqual(effective)
    const paths = Object.fromEntries(Object.entries(reasoning ?? {}).map(([field, value]) => [`reasoning.${field}`, value]))
    expect(report.sent).toEqual(paths)
  })

  test.each<[string, Target, Knobs, RegExp]>([
    ['an effort that is not there', openai, { effort: 'xhigh' }, /minimal, low, medium, high: xhigh became high/],
    ['off that is not off', openai, { enabled: false }, /always reasons: its lowest effort, minimal/],
    ['off that cannot be said', of('xai', 'grok-4'), { enabled: false }, /always reasons/],
    ['hidden that is not off', openai, { effort: 'low', visibility: 'none' }, /Hiding does not switch reasoning off/],
    ['hidden that cannot be hidden', deepseek, { visibility: 'none' }, /shows its reasoning whatever is asked for/],
    ['all of it, where there is a digest', of('xai', 'grok-4.3'), { visibility: 'full' }, /only a summary of its reasoning/],
    ['tokens that the provider does not count', openai, { budgetTokens: 100 }, /takes no limit in tokens: 100 became effort minimal/],
    ['tokens beside an effort', openai, { budgetTokens: 100, effort: 'high' }, /takes no limit in tokens: effort high counts/],
    ['both, of who takes one', of('openrouter', 'm'), { budgetTokens: 100, effort: 'high' }, /not both: 100 tokens count/],
    ['an effort that is off', openai, { enabled: false, effort: 'high' }, /effort high was left out/],
    ['an effort of who does not reason', of('openai', 'gpt-4.1'), { effort: 'high' }, /does not reason/],
  ])('%s is reported', (_, target, knobs, note) => expect(write(knobs, target).knobs.notes.join('\n')).toMatch(note))

  test('what is as it was asked for needs no note', () => {
    expect(write({ effort: 'low', visibility: 'summary' }, openai).knobs.notes).toEqual([])
  })
})

describe('what cannot stand beside reasoning', () => {
  const sampling = { temperature: 0.2, topP: 0.9 }

  test('is left out where it is refused, and the rule is named', () => {
    const { body, knobs } = write({}, openai, { sampling })
    expect(body).not.toHaveProperty('temperature')
    expect(body).not.toHaveProperty('top_p')
    expect(knobs.notes).toEqual([
      'temperature was left out: openai gpt-5 refuses it while it thinks.',
      'top_p was left out: openai gpt-5 refuses it while it thinks.',
    ])
  })

  test.each<[string, Target, Knobs]>([
    ['the model does not reason', of('openai', 'gpt-4o'), {}],
    ['it is off', of('openai', 'gpt-5.2'), { effort: 'none' }],
    ['it may be off', of('openai', 'gpt-5.2'), {}],
    ['its dialect has no facts', deepseek, {}],
    ['its dialect is unknown', of('mine', 'mine'), {}],
  ])('stays where %s', (_, target, knobs) => {
    expect(write(knobs, target, { sampling }).body).toMatchObject({ temperature: 0.2, top_p: 0.9 })
  })

  test('stays where it is what the model does anyway', () => {
    expect(write({}, openai, { sampling: { temperature: 1 } }).body).toMatchObject({ temperature: 1 })
  })

  test('a forced tool turns off reasoning that the request does not ask for, and becomes auto beside one that it asks for', () => {
    const tools = [{ type: 'function', name: 'f' }] as const
    const { body, knobs } = write({}, deepseek, { tools, toolChoice: 'required' })
    expect(body).toMatchObject({ tool_choice: 'required', reasoning: { effort: 'none' } })
    expect(knobs).toMatchObject({ sent: { 'reasoning.effort': 'none' }, effective: { enabled: false } })
    expect(knobs.notes.join()).toMatch(/does not accept a forced tool while it thinks/)
    const asked = write({ effort: 'high' }, deepseek, { tools, toolChoice: { name: 'f' } })
    expect(asked.body).toMatchObject({ tool_choice: 'auto', reasoning: { effort: 'high' } })
    expect(asked.knobs.effective).toMatchObject({ enabled: true, effort: 'high' })
    expect(asked.knobs.notes.join()).toMatch(/does not support this tool_choice\): tool_choice is "auto"/)
    expect(write({ effort: 'none' }, deepseek, { tools, toolChoice: 'required' }).knobs.notes).toEqual([])
  })

  test('a limit of reasoning that leaves nothing is refused', () => {
    const target = of('openrouter', 'm')
    expect(() => write({ budgetTokens: 2000 }, target, { sampling: { maxOutputTokens: 2000 } })).toThrow(/leave none of the 2000/)
    expect(() => write({ budgetTokens: 2000 }, target, { sampling: { maxOutputTokens: 2001 } })).not.toThrow()
  })

  test('a limit of the output that is too small is raised; one that is not taken is left out', () => {
    const limit = { sampling: { maxOutputTokens: 5 } }
    expect(write({}, openai, limit).body.max_output_tokens).toBe(16)
    expect(write({}, of('chatgpt', 'gpt-5.4'), limit).body).not.toHaveProperty('max_output_tokens')
    expect(write({}, deepseek, limit).body.max_output_tokens).toBe(5)
  })
})

describe('from a request to another target', () => {
  const reasoning = { effort: 'xhigh', summary: 'concise', context: 'all_turns', mode: 'pro' }
  const conversation = wire.readRequest({ model: 'gpt-5.6', input: 'q', reasoning })

  test('context and mode go to whom knows them', () => {
    expect(wire.writeRequest(conversation, of('openai', 'gpt-5.6')).body.reasoning).toEqual(reasoning)
    const { body, knobs } = wire.writeRequest(conversation, deepseek)
    expect(body.reasoning).toEqual({ effort: 'high' })
    expect(knobs.notes).toContain('deepseek deepseek-v4-flash has no field for context, mode: left out.')
  })

  test('nothing goes to a model that does not reason', () => {
    expect(wire.writeRequest(conversation, of('openai', 'gpt-4o')).body).not.toHaveProperty('reasoning')
  })

  test('on and off of OpenRouter stay as they are there, and are efforts elsewhere', () => {
    const read = (enabled: boolean) => wire.readRequest({ model: 'gpt-5.1', input: 'q', reasoning: { enabled } })
    expect(wire.writeRequest(read(false), of('openrouter', 'm')).body.reasoning).toEqual({ enabled: false })
    expect(wire.writeRequest(read(true), of('openrouter', 'm')).body.reasoning).toEqual({ enabled: true })
    expect(wire.writeRequest(read(false), of('openai', 'gpt-5.1')).body.reasoning).toEqual({ effort: 'none' })
    expect(wire.writeRequest(read(true), of('openai', 'gpt-5.1')).body.reasoning).toEqual({ effort: 'medium' })
  })
})

describe('the table of models', () => {
  test.each<[string, readonly Effort[] | undefined]>([
    ['gpt-5', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5-2025-08-07', ['minimal', 'low', 'medium', 'high']],
    ['openai/gpt-5-nano', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5-pro', ['high']],
    ['o3-deep-research', ['medium']],
    ['gpt-5.1', ['none', 'low', 'medium', 'high']],
    ['gpt-5.1-2025-11-13', ['none', 'low', 'medium', 'high']],
    ['gpt-5.2', ['none', 'low', 'medium', 'high', 'xhigh']],
    ['gpt-5.3-codex', ['low', 'medium', 'high', 'xhigh']],
    ['openai.gpt-5.6-luna', ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
    ['us.openai.gpt-oss-120b-1:0', ['low', 'medium', 'high']],
    ['o3-mini-2025-01-31', ['low', 'medium', 'high']],
    ['gpt-4o-mini', []],
    ['gpt-5-chat-latest', []],
    ['grok-4', undefined],
    ['my-deployment', undefined],
  ])('%s takes %j', (name, efforts) => expect(openaiModel(name)?.efforts).toEqual(efforts))

  test.each<[Effort, readonly Effort[], Effort | undefined]>([
    ['low', ['low', 'high'], 'low'],
    ['minimal', ['none', 'low'], 'low'],
    ['max', ['low', 'high'], 'high'],
    ['medium', ['low', 'high'], 'high'],
    ['none', ['low', 'high'], 'low'],
    ['low', ['none'], undefined],
  ])('%s of %j is %s', (asked, supported, expected) => expect(supportedEffort(asked, supported)).toBe(expected))

  test('an unknown level is passed on', () => {
    const read = wire.readRequest({ model: 'gpt-5', input: 'q', reasoning: { effort: 'ultra' } })
    expect(wire.writeRequest(read, openai).body.reasoning).toEqual({ effort: 'ultra' })
  })
})
