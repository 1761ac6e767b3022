import type { Conversation, Knobs, Message, Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './events.ts'

const target: Target = { provider: 'google', wire: 'gemini-interactions', model: 'gemini-3-flash-preview' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const write = (rest: Partial<Conversation>, to = target) => wire.writeRequest!({ messages: [user], ...rest }, to)
const relayed = (body: Record<string, unknown>, to = target) =>
  wire.writeRequest!(wire.readRequest!({ input: 'q', ...body }, target), to).body

describe('settings', () => {
  it('are read into the words of all formats', () => {
    const body = {
      model: target.model,
      input: 'q',
      stream: true,
      store: false,
      system_instruction: 's',
      response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, extra: 1 },
        { type: 'function', name: 'g' },
        { type: 'code_execution' },
      ],
      generation_config: {
        max_output_tokens: 5,
        temperature: 1,
        top_p: 0.5,
        seed: 3,
        stop_sequences: ['x'],
        tool_choice: { allowed_tools: { mode: 'any', tools: ['f'] } },
        thinking_level: 'low',
        thinking_summaries: 'auto',
        speech_config: [],
      },
    }
    const conversation = wire.readRequest!(body, target)
    expect(conversation).toMatchObject({
      model: target.model,
      stream: true,
      messages: [{ role: 'system' }, { role: 'user', content: [{ type: 'text', text: 'q' }] }],
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } },
        { type: 'function', name: 'g' },
        { type: 'native', wire: 'gemini-interactions' },
      ],
      toolChoice: { name: 'f' },
      sampling: { maxOutputTokens: 5, temperature: 1, topP: 0.5, seed: 3, stop: ['x'] },
      responseFormat: { type: 'json-schema', schema: { type: 'object' } },
      knobs: { effort: 'low', visibility: 'summary' },
    })
    expect(wire.writeRequest!(conversation, target).body).toEqual(body)
  })

  it.each<[string, Record<string, unknown>]>([
    ['contents of any form', { input: { type: 'text', text: 'q' } }],
    ['turns with a role', { input: [{ role: 'user', content: 'q' }] }],
    ['an agent', { agent: 'deep-research', background: true, agent_config: { type: 'x' } }],
    ['a choice among several', { generation_config: { tool_choice: { allowed_tools: { mode: 'any', tools: ['f', 'g'] } } } }],
    ['a choice of words', { generation_config: { tool_choice: 'validated' } }],
    ['an older word for JSON', { response_mime_type: 'application/json' }],
    ['instructions of another form', { system_instruction: { parts: [] } }],
    ['tools of another form', { tools: {} }],
    ['odd settings', { generation_config: null, stream: 'yes' }],
    ['a result without a call', { input: [{ type: 'function_result', name: 'f', result: 'r' }] }],
    [
      'a damaged call',
      {
        input: [
          { type: 'function_call', name: 5 },
          { type: 'function_call', name: 'f', arguments: '{' },
        ],
      },
    ],
    ['an empty thought', { input: [{ type: 'thought' }, { type: 'thought', signature: '', summary: [] }] }],
    ['an output without content', { input: [{ type: 'model_output' }, { type: 'model_output', content: [] }] }],
    ['an input without content', { input: [{ type: 'user_input' }, { type: 'user_input', content: [], x: 1 }] }],
  ])('%s: they go on as they came', (_, rest) => {
    const body = { ...(rest.agent === undefined && { model: target.model }), input: 'q', ...rest }
    expect(relayed(body)).toEqual(body)
  })

  it('are written, and it is said what has no place', () => {
    const { body, notCarried } = write({
      tools: [
        { type: 'function', name: 'f' },
        { type: 'native', wire: 'gemini', value: {} },
      ],
      toolChoice: { name: 'f' },
      sampling: { maxOutputTokens: 5, temperature: 1, topP: 0.5, seed: 3, stop: ['x'], topK: 3, choices: 2 },
      responseFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n', strict: true },
      stream: true,
    })
    expect(body).toEqual({
      model: target.model,
      stream: true,
      input: [{ type: 'user_input', content: [{ type: 'text', text: 'q' }] }],
      tools: [{ type: 'function', name: 'f' }],
      response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
      generation_config: {
        max_output_tokens: 5,
        temperature: 1,
        top_p: 0.5,
        seed: 3,
        stop_sequences: ['x'],
        tool_choice: { allowed_tools: { mode: 'any', tools: ['f'] } },
      },
    })
    expect(notCarried).toEqual(['tools that only gemini has', 'top-k', 'several generations'])
  })

  it('change where something else is asked, and the others stay', () => {
    const read = wire.readRequest!(
      { input: 'q', generation_config: { temperature: 1, top_p: 0.5, x: 1 }, response_mime_type: 'application/json' },
      target,
    )
    const { responseFormat: _, ...rest } = read
    const { body } = wire.writeRequest!({ ...rest, sampling: { temperature: 0 }, toolChoice: 'none' }, target)
    expect(body).toEqual({ model: target.model, input: 'q', generation_config: { temperature: 0, x: 1, tool_choice: 'none' } })
  })

  it('say nothing of one generation', () => expect(write({ sampling: { choices: 1 } }).notCarried).toEqual([]))

  it('have instructions in front, and as the user says them later', () => {
    const { body, notCarried } = write({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'a' }] },
        { role: 'developer', content: [{ type: 'text', text: 'b' }] },
        user,
        { role: 'system', content: [{ type: 'text', text: 'c' }] },
      ],
    })
    expect(body).toMatchObject({
      system_instruction: 'a\n\nb',
      input: [{}, { type: 'user_input', content: [{ type: 'text', text: 'c' }] }],
    })
    expect(notCarried).toEqual([expect.stringContaining('amid a conversation')])
  })
})

describe('knobs, model by model', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    [
      'gemini-3-flash-preview',
      { effort: 'medium' },
      { thinking_level: 'medium' },
      { enabled: true, effort: 'medium', visibility: 'none' },
      '',
    ],
    [
      'gemini-3-flash-preview',
      { effort: 'max' },
      { thinking_level: 'high' },
      { enabled: true, effort: 'high' },
      'does not know the level max',
    ],
    [
      'gemini-3-flash-preview',
      { effort: 'none' },
      { thinking_level: 'minimal', thinking_summaries: 'none' },
      { enabled: true },
      'and billed',
    ],
    ['gemini-3-pro-preview', { enabled: false }, { thinking_level: 'low', thinking_summaries: 'none' }, { enabled: true }, 'and billed'],
    [
      'gemini-3-pro-preview',
      { budgetTokens: 20_000 },
      { thinking_level: 'high' },
      { enabled: true, effort: 'high' },
      'takes a level, not a budget',
    ],
    ['gemini-3-pro-image-preview', { enabled: false }, { thinking_summaries: 'none' }, { enabled: true, visibility: 'none' }, 'and billed'],
    ['gemini-3-pro-image-preview', { effort: 'high' }, undefined, { enabled: true }, 'decides itself how much it thinks'],
    [
      'gemini-2.5-flash',
      { effort: 'high', visibility: 'summary' },
      { thinking_level: 'high', thinking_summaries: 'auto' },
      { enabled: true },
      '',
    ],
    ['gemini-2.0-flash', { effort: 'high' }, undefined, { enabled: false }, 'does not think'],
    ['gemini-3-flash-preview', { visibility: 'full' }, { thinking_summaries: 'auto' }, { visibility: 'summary' }, 'summaries'],
    ['gemini-3-flash-preview', {}, undefined, { enabled: true, visibility: 'none' }, ''],
  ])('%s: %j', (model, knobs, config, effective, note) => {
    const { body, knobs: report } = write({ knobs }, { ...target, model })
    expect(body.generation_config).toEqual(config)
    expect(report.effective).toMatchObject(effective)
    expect(report.notes.join(' ')).toContain(note)
  })

  it('are written anew for a model that takes others', () => {
    const body = { input: 'q', generation_config: { thinking_level: 'minimal', thinking_summaries: 'auto' } }
    expect(relayed(body, { ...target, model: 'gemini-3-pro-preview' }).generation_config).toEqual({
      thinking_level: 'low',
      thinking_summaries: 'auto',
    })
    expect(relayed(body, { ...target, model: 'gemini-2.0-flash' })).not.toHaveProperty('generation_config')
  })
})

describe('settings that only another format knows', () => {
  it('are named as lost', () => {
    const extra = { wire: 'openai-responses', fields: { text: { verbosity: 'low' }, store: true } }
    expect(write({ extra }).notCarried).toEqual(['the setting text.verbosity', 'the setting store'])
  })
})
