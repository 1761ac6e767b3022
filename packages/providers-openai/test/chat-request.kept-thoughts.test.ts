import type { Conversation, Knobs, Message } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../src/index.ts'

/** Providers whose models lose the thoughts of earlier turns, unless a field asks for them. */
const wire = openaiChat()
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const thought = { type: 'block', channel: 'reasoning', text: 'R', boundary: 'wire' } as const
const step: Message[] = [
  { role: 'assistant', items: [thought, { type: 'tool-call', id: 'abcDEF123', name: 'look', arguments: '{}' }] },
  { role: 'tool', call: 'abcDEF123', content: [{ type: 'text', text: 'Seen.' }] },
]
const said: Message = { role: 'assistant', items: [{ ...thought, channel: 'answer', text: 'Done.' }] }
const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }] as const
const turns = [user('q'), ...step, said, user('r')]

function sent(provider: string, model: string, more: Partial<Conversation> = {}) {
  const { body } = wire.writeRequest({ messages: turns, tools, ...more }, { provider, wire: 'openai-chat', model })
  const { thinking, clear_thinking, preserve_thinking } = body as Record<string, unknown>
  return JSON.parse(JSON.stringify({ thinking, clear_thinking, preserve_thinking }))
}

describe('thoughts of earlier turns go back with the field that keeps them', () => {
  it.each([
    ['zai', 'glm-5.2', { thinking: { type: 'enabled', clear_thinking: false } }],
    ['zai', 'glm-5.3-flash', { thinking: { type: 'enabled', clear_thinking: false } }],
    ['zai', 'glm-4.6', {}],
    ['cerebras', 'zai-glm-4.7', { clear_thinking: false }],
    ['cerebras', 'gpt-oss-120b', {}],
    ['dashscope', 'qwen3.6-plus', { preserve_thinking: true }],
    ['dashscope', 'qwen-plus', {}],
    ['moonshot', 'kimi-k2.6', { thinking: { type: 'enabled', keep: 'all' } }],
    ['moonshot', 'kimi-k3', {}],
    ['deepseek', 'deepseek-v4-pro', {}],
  ])('%s %s', (provider, model, fields) => {
    const origin = { provider, wire: 'openai-chat', model }
    const messages = turns.map((message) => (message.role === 'assistant' ? { ...message, origin } : message))
    expect(sent(provider, model, { messages })).toEqual(fields)
  })

  it.each<[string, Partial<Conversation>, object]>([
    ['in the first turn, whose thoughts are kept', { messages: [user('q'), ...step] }, {}],
    ['without tools', { tools: [], messages: [user('q'), { role: 'assistant', items: [thought] }, user('r')] }, {}],
    ['with thinking off', { knobs: { enabled: false } satisfies Knobs }, { thinking: { type: 'disabled' } }],
    [
      'if the client says otherwise',
      { extra: { wire: 'openai-chat', fields: { thinking: { clear_thinking: true } } } },
      { thinking: { clear_thinking: true } },
    ],
  ])('but not %s', (_, more, fields) => expect(sent('zai', 'glm-5.2', more)).toEqual(fields))

  it('but not beside a forced call, which turns thinking off', () => {
    expect(sent('moonshot', 'kimi-k2.6', { toolChoice: 'required' })).toEqual({ thinking: { type: 'disabled' } })
  })
})
