import type { Item } from '@reason/core/result'
import type { Conversation, Message } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const wire = openaiChat()
const call = (id: string, name = 'f'): Item => ({ type: 'tool-call', id, name, arguments: '{}' })
const said = (...items: Item[]): Message => ({ role: 'assistant', items })
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const result = (text: string, id?: string): Message => ({ role: 'tool', ...(id && { call: id }), content: [{ type: 'text', text }] })

const plan = (messages: Message[] | Conversation, provider = 'openai') =>
  wire.replay(Array.isArray(messages) ? { messages } : messages, { provider, wire: 'openai-chat', model: 'm' })
/** Role, and what tells it apart. */
const outline = (messages: readonly unknown[]) =>
  (messages as Record<string, unknown>[]).map(({ role, tool_call_id: id, content }) => `${role as string} ${(id ?? content) as string}`)

describe('results of tools', () => {
  it('stand right behind their calls, whatever other formats have between them', () => {
    const read = openaiResponses().readRequest({
      model: 'm',
      input: [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'b', output: '2' },
        { role: 'user', content: 'meanwhile' },
        { type: 'function_call_output', call_id: 'a', output: '1' },
      ],
    })
    const { messages, decisions, refusals } = plan(read)
    expect(outline(messages)).toEqual(['assistant null', 'tool b', 'tool a', 'user meanwhile'])
    expect(decisions).toMatchObject([{ message: 3, action: 'moved' }])
    expect(refusals).toEqual([])
  })

  it('stay where they are for an unknown provider', () => {
    const messages = [said(call('a')), user('meanwhile'), result('1', 'a')]
    expect(outline(plan(messages, 'nobody').messages)).toEqual(['assistant null', 'user meanwhile', 'tool a'])
  })

  it('stand behind their calls before any server where another format was read', () => {
    const messages = [said(call('a')), user('meanwhile'), result('1', 'a')]
    const { body } = wire.writeRequest({ messages, extra: { wire: 'anthropic-messages', fields: {} } }, { wire: 'openai-chat', model: 'm' })
    expect(outline(body['messages'] as Parameters<typeof outline>[0])).toEqual(['assistant null', 'tool a', 'user meanwhile'])
  })

  it('that are missing, or of no call, are refused where the provider refuses them', () => {
    const missing = [said(call('a'), call('b')), result('1', 'a'), user('go on')]
    const odd = [user('q'), result('1', 'a')]
    for (const provider of ['openai', 'azure', 'deepseek', 'moonshot', 'mistral']) {
      expect(plan(missing, provider).refusals).toEqual([expect.stringMatching(/^Message 0 calls a tool \(.+\), and no output answers it/)])
      expect(plan(odd, provider).refusals).toEqual([
        expect.stringMatching(/^Message 1 is the output of a call \(.+\) that is in no message/),
      ])
    }
    expect(() => wire.writeRequest({ messages: missing }, { provider: 'openai', wire: 'openai-chat', model: 'm' })).toThrow(
      /no output answers/,
    )
    expect(plan(missing, 'llamacpp').refusals).toEqual([])
  })
})

describe('calls with one id', () => {
  it('in one message, as another format allows, are told apart with their results', () => {
    const { messages, refusals } = plan([said(call('x', 'f'), call('x', 'g')), result('1', 'x'), result('2', 'x')])
    expect(messages).toMatchObject([
      { tool_calls: [{ id: 'x' }, { id: 'call_0_1' }] },
      { tool_call_id: 'x', content: '1' },
      { tool_call_id: 'call_0_1', content: '2' },
    ])
    expect(refusals).toEqual([])
  })

  it('in two messages go with the results of each', () => {
    const { messages, refusals } = plan([said(call('x')), result('1', 'x'), said(call('x')), result('2', 'x')])
    expect(outline(messages)).toEqual(['assistant null', 'tool x', 'assistant null', 'tool x'])
    expect(refusals).toEqual([])
  })
})
