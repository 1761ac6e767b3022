import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const wire = openaiChat()
const tools: Conversation['tools'] = [{ type: 'function', name: 'f' }]

function write(provider: string, model: string, conversation: Partial<Conversation>) {
  const { body, knobs } = wire.writeRequest!({ messages: [], ...conversation }, { provider, wire: 'openai-chat', model })
  const { model: _, messages: __, tools: ___, ...fields } = body
  return { fields, ...knobs }
}

describe('OpenAI', () => {
  it('takes no sampling of models that think, except what is the default anyway', () => {
    const { fields, notes } = write('openai', 'gpt-5', { sampling: { temperature: 0.2, topP: 0.9, maxOutputTokens: 10 } })
    expect(fields).toEqual({ max_completion_tokens: 10 })
    expect(notes).toEqual([
      'openai, gpt-5: models that think take no temperature, top_p, penalties or logprobs; temperature was left out, top_p was left out.',
    ])
    expect(write('openai', 'gpt-5', { sampling: { temperature: 1 } }).fields).toEqual({ temperature: 1 })
  })

  it('takes it where the model does not think', () => {
    const sampling = { temperature: 0.2 }
    expect(write('openai', 'gpt-4o', { sampling }).fields).toEqual({ temperature: 0.2 })
    expect(write('openai', 'gpt-5.1', { sampling }).fields).toEqual({ temperature: 0.2 })
    expect(write('openai', 'gpt-5.1', { sampling, knobs: { effort: 'low' } }).fields).toEqual({ reasoning_effort: 'low' })
  })

  it('takes stop sequences of no model that thinks, up to GPT-5.4, whatever its effort', () => {
    const sampling = { stop: ['END'] }
    for (const model of ['o3', 'o4-mini', 'gpt-5', 'gpt-5-mini-2025-08-07', 'gpt-5.1', 'gpt-5.4']) {
      expect(write('openai', model, { sampling }).fields).toEqual({})
    }
    expect(write('azure', 'gpt-5.2', { sampling, knobs: { effort: 'none' } }).notes).toEqual([
      'azure, gpt-5.2: models that think take no stop sequences before GPT-5.5; stop was left out.',
    ])
    for (const model of ['gpt-4.1', 'o1', 'o3-mini', 'gpt-5-chat-latest', 'gpt-5.3-chat-latest', 'gpt-5.5', 'gpt-oss-20b']) {
      expect(write('openai', model, { sampling })).toMatchObject({ fields: { stop: ['END'] }, notes: [] })
    }
    expect(write('openrouter', 'openai/gpt-5', { sampling }).fields).toEqual({ stop: ['END'] })
  })

  it('takes tools in Chat Completions only of a model that does not think, from GPT-5.4 on', () => {
    const effort = (model: string, more: Partial<Conversation>) => write('openai', model, more)
    for (const model of ['gpt-5.4', 'gpt-5.5', 'gpt-5.6-terra', 'gpt-6']) {
      const { fields, notes, effective } = effort(model, { tools, knobs: { effort: 'high' }, sampling: { temperature: 0.2 } })
      // Which thinks no more, and so takes a temperature.
      expect(fields).toEqual({ reasoning_effort: 'none', temperature: 0.2 })
      expect(effective).toEqual({ enabled: false })
      expect(notes).toEqual([
        `openai, ${model}: Chat Completions refuses tools while the model thinks; Responses takes both; reasoning_effort is "none".`,
      ])
      expect(effort(model, { knobs: { effort: 'high' } }).fields).toEqual({ reasoning_effort: 'high' })
    }
    expect(effort('gpt-5.6-sol', { tools }).fields).toEqual({ reasoning_effort: 'none' })
    expect(effort('gpt-5.4', { tools }).fields).toEqual({})
    expect(effort('gpt-5.6', { tools, knobs: { effort: 'none' } })).toMatchObject({ fields: { reasoning_effort: 'none' }, notes: [] })
    // OpenAI refuses tools of the last two in this API, and says which API takes them.
    for (const model of ['gpt-5.2', 'gpt-5', 'o3', 'gpt-6-astra', 'gpt-6.1-sol']) {
      expect(effort(model, { tools, knobs: { effort: 'high' } }).fields).toEqual({ reasoning_effort: 'high' })
    }
    expect(write('openrouter', 'openai/gpt-5.6', { tools, knobs: { effort: 'high' } }).fields).toEqual({ reasoning: { effort: 'high' } })
  })

  it('takes max_tokens of a client under its new name', () => {
    const body = { model: 'o3', messages: [], max_tokens: 10 }
    const target = { provider: 'openai', wire: 'openai-chat', model: 'o3' }
    expect(wire.writeRequest!(wire.readRequest!(body), target).body).toEqual({ model: 'o3', messages: [], max_completion_tokens: 10 })
    expect(wire.writeRequest!(wire.readRequest!(body), { ...target, model: 'gpt-4o' }).body).toMatchObject({ max_tokens: 10 })
  })
})

describe('several calls at once', () => {
  it.each(['o1', 'o3-mini', 'o4-mini-2025-04-16'])('are nothing that may be said to %s, in either way', (model) => {
    for (const parallelToolCalls of [true, false]) {
      const { fields, notes } = write('openai', model, { tools, parallelToolCalls })
      expect(fields).toEqual({})
      expect(notes).toEqual([expect.stringContaining('call one tool at a time')])
    }
  })

  it.each(['gpt-4.1', 'gpt-5', 'gpt-5.2'])('may be forbidden to %s', (model) => {
    expect(write('openai', model, { tools, parallelToolCalls: false })).toMatchObject({ fields: { parallel_tool_calls: false }, notes: [] })
  })

  it('are what a server with unknown models makes of them', () => {
    expect(write('vllm', 'o3-finetune', { tools, parallelToolCalls: false }).fields).toEqual({ parallel_tool_calls: false })
  })
})

describe('a forced tool at DeepSeek', () => {
  const forced = { tools, toolChoice: 'required' } as const
  const responses = openaiResponses()

  it.each(['deepseek-chat', 'deepseek-reasoner', 'deepseek-v3.2', 'deepseek-v4-pro'])('is the same thing in both formats (%s)', (model) => {
    for (const knobs of [{}, { enabled: true }, { enabled: false }, { effort: 'low' }] as const) {
      const target = (format: { id: string }) => ({ provider: 'deepseek', wire: format.id, model })
      const isAsked = 'effort' in knobs || ('enabled' in knobs && knobs.enabled)
      for (const format of [wire, responses]) {
        const { body, knobs: report } = format.writeRequest({ messages: [], ...forced, knobs }, target(format))
        expect(report.effective.enabled).toBe(isAsked)
        expect(body.tool_choice).toBe(isAsked ? 'auto' : 'required')
        expect(report.notes.join('\n').includes('Thinking mode does not support this tool_choice')).toBe(isAsked || report.notes.length > 0)
      }
    }
  })

  it('is nothing to a model that does not think by default', () => {
    expect(write('deepseek', 'deepseek-chat', forced)).toMatchObject({ fields: { tool_choice: 'required' }, notes: [] })
  })

  it('is also one of several that are allowed', () => {
    const body = { model: 'm', messages: [], tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [] } } }
    const target = { provider: 'deepseek', wire: 'openai-chat', model: 'deepseek-v4-pro' }
    expect(wire.writeRequest(wire.readRequest(body), target).body).toMatchObject({ thinking: { type: 'disabled' } })
  })
})

describe('Kimi', () => {
  const relay = (model: string, fields: Record<string, unknown>) =>
    wire.writeRequest(wire.readRequest({ model, messages: [], ...fields }), { provider: 'moonshot', wire: 'openai-chat', model }).body

  it.each(['kimi-k2-turbo-preview', 'kimi-k2.5', 'kimi-k2-thinking', 'kimi-latest', 'moonshot-v1-8k'])('%s has no keep', (model) => {
    expect(relay(model, { thinking: { type: 'enabled', keep: 'all' } }).thinking ?? {}).not.toHaveProperty('keep')
  })

  it.each(['kimi-k2.6', 'kimi-k2.7-code', 'kimi-k3'])('%s has', (model) => {
    expect(relay(model, { thinking: { keep: 'all' } }).thinking).toEqual({ keep: 'all' })
  })

  it.each(['kimi-k2.7', 'kimi-k4'])('%s is newer than the tables, and thinks', (model) => {
    const messages = [{ role: 'assistant', content: 'a', reasoning_content: 'r' }]
    expect(relay(model, { messages }).messages).toEqual(messages)
  })
})

describe('DeepSeek and a forced tool', () => {
  const forced = { tools, toolChoice: 'required' } as const

  it.each([{ enabled: true }, { effort: 'high' }, { enabled: true, budgetTokens: 2000 }] as const)(
    'leaves the choice to the model where thinking was asked for: %j',
    (knobs) => {
      const { fields, effective, notes } = write('deepseek', 'deepseek-v4-flash', { tools, toolChoice: { name: 'f' }, knobs })
      expect(fields).toMatchObject({ tool_choice: 'auto', thinking: { type: 'enabled' } })
      expect(effective.enabled).toBe(true)
      expect(notes).toContain('deepseek, deepseek-v4-flash: Thinking mode does not support this tool_choice; tool_choice is "auto".')
    },
  )

  it('does not think unless the request asks for it', () => {
    const { fields, effective, sent, notes } = write('deepseek', 'deepseek-v4-flash', forced)
    expect(fields).toEqual({ tool_choice: 'required', thinking: { type: 'disabled' } })
    expect(sent).toEqual({ 'thinking.type': 'disabled' })
    expect(effective).toEqual({ enabled: false })
    expect(notes).toHaveLength(1)
  })

  it('is no matter where it does not think', () => {
    expect(write('deepseek', 'deepseek-v4-flash', { ...forced, knobs: { enabled: false } }).notes).toEqual([])
    expect(write('deepseek', 'deepseek-v4-flash', { tools, toolChoice: 'auto', knobs: { enabled: true } }).notes).toEqual([])
  })
})

describe('others', () => {
  it.each([
    ['moonshot', 'kimi-k2.6', { sampling: { temperature: 0.2, seed: 1 } }, { seed: 1 }],
    ['meta', 'muse-spark-1.3', { sampling: { stop: ['x'], temperature: 0.2 } }, { temperature: 0.2 }],
    ['xai', 'grok-4', { sampling: { stop: ['x'], temperature: 0.2 } }, { temperature: 0.2 }],
    [
      'openrouter',
      'anthropic/claude-haiku-4.5',
      { sampling: { temperature: 0.2 }, knobs: { effort: 'low' } },
      { reasoning: { effort: 'low' } },
    ],
    ['openrouter', 'anthropic/claude-haiku-4.5', { sampling: { temperature: 0.2 } }, { temperature: 0.2 }],
  ] as const)('%s %s', (provider, model, conversation, fields) => expect(write(provider, model, conversation).fields).toEqual(fields))

  it.each([
    ['groq', 'qwen/qwen3-32b', { include_reasoning: true, reasoning_format: 'parsed' }, { reasoning_format: 'parsed' }],
    [
      'groq',
      'qwen/qwen3-32b',
      { reasoning_format: 'raw', response_format: { type: 'json_object' } },
      { reasoning_format: 'parsed', response_format: { type: 'json_object' } },
    ],
    ['moonshot', 'kimi-k2.5', { thinking: { type: 'enabled', keep: 'all' } }, { thinking: { type: 'enabled' } }],
    ['openrouter', 'z-ai/glm-4.6', { reasoning: { effort: 'low', max_tokens: 500 } }, { reasoning: { max_tokens: 500 } }],
    [
      'google',
      'gemini-2.5-flash',
      { reasoning_effort: 'low', extra_body: { google: { thinking_config: { thinking_budget: 9 } } } },
      { extra_body: { google: { thinking_config: { thinking_budget: 9 } } } },
    ],
    ['openai', 'gpt-4o', { top_k: 5, seed: 1 }, { seed: 1 }],
  ])('%s %s: of %j stays %j', (provider, model, fields, written) => {
    const { body } = wire.writeRequest!(wire.readRequest!({ model, messages: [], ...fields }), { provider, wire: 'openai-chat', model })
    expect(body).toEqual({ model, messages: [], ...written })
  })

  it('says that a forced tool turns the thinking of Claude off', () => {
    const { notes, fields } = write('openrouter', 'anthropic/claude-haiku-4.5', {
      tools,
      toolChoice: { name: 'f' },
      knobs: { effort: 'low' },
    })
    expect(fields.tool_choice).toEqual({ type: 'function', function: { name: 'f' } })
    expect(notes).toEqual([
      'openrouter, anthropic/claude-haiku-4.5: a forced tool_choice turns the thinking of Claude off, without a word.',
    ])
  })

  it('turns off thinking of Kimi that the request does not ask for, where a tool is forced', () => {
    const forced = { tools, toolChoice: 'required' } as const
    expect(write('moonshot', 'kimi-k2.5', forced)).toMatchObject({
      fields: { thinking: { type: 'disabled' } },
      effective: { enabled: false },
    })
    expect(write('moonshot', 'kimi-k2.6', { tools, toolChoice: 'required', knobs: { enabled: false } }).fields.tool_choice).toBe('required')
  })

  it.each(['kimi-k2.5', 'kimi-k2.6', 'kimi-k2.7-code', 'kimi-k3', 'k3.1-pro', 'kimi-k4'])(
    'leaves the choice of a tool to %s, which thinks',
    (model) => {
      const { fields, effective, notes } = write('moonshot', model, { tools, toolChoice: { name: 'f' }, knobs: { enabled: true } })
      expect(fields.tool_choice).toBe('auto')
      expect(effective.enabled).toBe(true)
      expect(notes).toContain(`moonshot, ${model}: a forced tool_choice is refused while thinking; tool_choice is "auto".`)
    },
  )

  it('lists in replay what the writer would throw', () => {
    const conversation: Conversation = { messages: [], knobs: { budgetTokens: 2000 }, sampling: { maxOutputTokens: 1000 } }
    const target = { provider: 'openrouter', wire: 'openai-chat', model: 'anthropic/claude-haiku-4.5' }
    expect(wire.replay!(conversation, target).refusals).toHaveLength(1)
    expect(() => wire.writeRequest(conversation, target)).toThrow(wire.replay!(conversation, target).refusals[0]!)
  })
})
