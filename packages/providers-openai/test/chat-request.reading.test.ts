import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../src/index.ts'

const wire = openaiChat()
const readRequest = (body: unknown): Conversation => wire.readRequest!(body)
const issuer = { wire: 'openai-chat', model: 'm' }
const extra = (fields: Record<string, unknown> = {}) => ({ wire: 'openai-chat', fields })

function readMessages(...messages: unknown[]) {
  return readRequest({ model: 'm', messages }).messages
}
/** Items without what only serves to write them again. */
const itemsOf = (message: unknown) =>
  (readMessages(message)[0] as AssistantMessage).items.filter((item) => item.type !== 'native' || !item.event.startsWith('replay.'))

describe('readRequest', () => {
  it('reads what all formats have, and keeps the rest', () => {
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      max_completion_tokens: 5,
      temperature: 0.5,
      stop: 'x',
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' }, strict: true } },
      stream: true,
      user: 'u',
    }
    const { model: _, messages: __, tools: ___, ...conversation } = body
    expect(readRequest(body)).toEqual({
      model: 'm',
      origin: issuer,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }], extra: extra() }],
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true, extra: extra() }],
      toolChoice: { name: 'f' },
      knobs: { effort: 'low' },
      sampling: { maxOutputTokens: 5, temperature: 0.5, stop: ['x'] },
      responseFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n', strict: true },
      stream: true,
      user: 'u',
      extra: extra(conversation),
    })
  })

  it('takes what the messages hold for that of whom the request is addressed to, where that is known', () => {
    const body = {
      model: 'm',
      messages: [{ role: 'assistant', reasoning_details: [{ type: 'reasoning.encrypted', data: 'SEAL', format: 'unknown', index: 0 }] }],
    }
    const source = { provider: 'openrouter', upstream: 'DeepInfra' }
    const { origin, messages } = wire.readRequest(body, source)
    expect(origin).toEqual({ ...source, ...issuer })
    expect(messages[0]).toMatchObject({ origin, items: [{ seals: [{ issuer: origin }] }, {}] })
    const target = { provider: 'vercel-gateway', wire: 'openai-chat', model: 'm' }
    expect(wire.replay(wire.readRequest(body, source), target).messages).toEqual([{ role: 'assistant', content: '' }])
    expect(wire.writeRequest(wire.readRequest(body, source), { ...target, ...source }).body.messages).toEqual(body.messages)
  })

  it.each([[undefined], [null], ['text'], [[]], [5]])('refuses %j: that is no body', (body) => {
    expect(() => readRequest(body)).toThrow(TypeError)
  })

  it.each([
    ['nothing', {}],
    ['messages that are no list', { messages: {} }],
    ['messages that are no objects', { messages: [null, 'x', 4, []] }],
    [
      'fields of wrong types',
      { model: 4, tools: 'x', tool_choice: 5, stop: {}, stream: 'yes', max_tokens: '9', reasoning: 'x', thinking: [] },
    ],
    ['tools of wrong types', { messages: [], tools: [null, 'x', { type: 'function' }, { function: { name: '' } }] }],
    ['messages without anything', { messages: [{}, { role: 5 }, { role: 'assistant' }, { role: 'tool' }] }],
    [
      'content of wrong types',
      {
        messages: [
          { role: 'user', content: { a: 1 } },
          { role: 'assistant', content: 7, tool_calls: {}, refusal: [] },
        ],
      },
    ],
    ['parts of wrong types', { messages: [{ role: 'user', content: [null, 5, {}, { type: 'image_url' }, { type: 'constructor' }] }] }],
    ['calls of wrong types', { messages: [{ role: 'assistant', tool_calls: [null, {}, { function: { name: 4 } }], function_call: 'x' }] }],
    [
      'hostile names',
      JSON.parse('{"__proto__":{"a":1},"messages":[{"role":"user","__proto__":{"b":1},"content":"q"}],"thinking":{"__proto__":1}}'),
    ],
  ])('never throws: %s', (_, body) => {
    const conversation = readRequest(body)
    expect(Array.isArray(conversation.messages)).toBe(true)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
    expect(wire.writeRequest!(conversation, { provider: 'nobody', wire: 'openai-chat', model: 'm' }).body.model).toBe('m')
  })

  it('remembers what is no list of messages, and does not send it', () => {
    const conversation = readRequest({ model: 'm', messages: 'x', tools: 'y' })
    expect(conversation).toEqual({ model: 'm', origin: issuer, messages: [], extra: extra({ messages: 'x', tools: 'y' }) })
    expect(wire.writeRequest!(conversation, { wire: 'openai-chat', model: 'm' }).body).toEqual({ model: 'm', messages: [] })
  })
})

describe('roles', () => {
  it('reads instructions, users and tools', () => {
    expect(
      readMessages(
        { role: 'system', content: 's', name: null },
        { role: 'developer', content: [{ type: 'text', text: 'd', cache_control: { type: 'ephemeral' } }] },
        { role: 'user', content: '' },
        { role: 'tool', tool_call_id: 'c', content: 't' },
      ),
    ).toEqual([
      { role: 'system', content: [{ type: 'text', text: 's' }], extra: extra({ name: null }) },
      {
        role: 'developer',
        content: [{ type: 'text', text: 'd', cache: '5m', extra: extra({ cache_control: { type: 'ephemeral' } }) }],
        extra: extra(),
      },
      { role: 'user', content: [], extra: extra({ content: '' }) },
      { role: 'tool', call: 'c', content: [{ type: 'text', text: 't' }], extra: extra() },
    ])
  })

  it('reads the deprecated functions, and takes an unknown role for the user', () => {
    expect(readMessages({ role: 'function', name: 'f', content: 'r' }, { role: 'critic', content: 'q' })).toEqual([
      { role: 'tool', name: 'f', content: [{ type: 'text', text: 'r' }], extra: extra({ role: 'function' }) },
      { role: 'user', content: [{ type: 'text', text: 'q' }], extra: extra({ role: 'critic' }) },
    ])
  })
})

describe('what the assistant said', () => {
  const reasoning = (text: string, more = {}) => ({ type: 'block', channel: 'reasoning', text, boundary: 'wire', ...more })
  const answer = (text: string, more = {}) => ({ type: 'block', channel: 'answer', text, boundary: 'wire', ...more })
  const seal = (kind: string, value: string, more = {}) => ({ kind, value, issuer, ...more })

  it.each([
    ['reasoning_content', { reasoning_content: 'r', content: 'a' }],
    ['reasoning', { reasoning: 'r', content: 'a' }],
    ['two fields that agree', { reasoning: 'r', reasoning_content: 'r', content: 'a' }],
    [
      'thinking parts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
          { type: 'text', text: 'a' },
        ],
      },
    ],
    [
      'thinking parts of plain text',
      {
        content: [
          { type: 'thinking', thinking: 'r' },
          { type: 'text', text: 'a' },
        ],
      },
    ],
    ['details', { reasoning_details: [{ type: 'reasoning.text', text: 'r' }], content: 'a' }],
    ['details beside the text', { reasoning: 'r', reasoning_details: [{ type: 'reasoning.text', text: 'r' }], content: 'a' }],
  ])('reads reasoning once: %s', (_, message) => {
    expect(itemsOf({ role: 'assistant', ...message })).toEqual([reasoning('r'), answer('a')])
  })

  it('keeps a field that says something else', () => {
    expect(itemsOf({ role: 'assistant', reasoning_content: 'r', reasoning: 's', content: 'a' })).toEqual([
      reasoning('r'),
      { type: 'native', wire: 'openai-chat', event: 'message.reasoning', channel: 'reasoning', value: 's' },
      answer('a'),
    ])
  })

  it('sees an empty reasoning: some demand that it be there', () => {
    expect(itemsOf({ role: 'assistant', reasoning_content: '', content: 'a' })).toEqual([reasoning(''), answer('a')])
    expect(itemsOf({ role: 'assistant', reasoning_content: null, content: 'a' })).toEqual([answer('a')])
  })

  it('reads seals of details, where they belong', () => {
    expect(
      itemsOf({
        role: 'assistant',
        reasoning_details: [
          { type: 'reasoning.text', text: 'r', signature: 'S', index: 0 },
          { type: 'reasoning.summary', summary: 's', index: 1 },
          { type: 'reasoning.encrypted', data: 'E', id: 'rs_1', index: 1 },
          { type: 'reasoning.encrypted', data: 'F', id: 'call_1', index: 2 },
        ],
      }),
    ).toEqual([
      reasoning('r', { seals: [seal('signature', 'S')] }),
      reasoning('s', { kind: 'summary', seals: [seal('encrypted', 'E', { item: 'rs_1' })] }),
      reasoning('', { kind: 'hidden', seals: [seal('encrypted', 'F', { item: 'call_1' })] }),
    ])
  })

  it('knows by their format that details are of another maker', () => {
    const [block] = itemsOf({
      role: 'assistant',
      reasoning_details: [{ type: 'reasoning.text', text: 'r', signature: 'S', format: 'anthropic-claude-v1' }],
    })
    expect(block).toMatchObject({ seals: [{ issuer }] })
    const [foreign] = (
      readRequest({
        model: 'google/gemini-3-pro',
        messages: [
          { role: 'assistant', reasoning_details: [{ type: 'reasoning.text', text: 'r', signature: 'S', format: 'anthropic-claude-v1' }] },
        ],
      }).messages[0] as AssistantMessage
    ).items
    expect(foreign).toMatchObject({ seals: [{ issuer: { model: 'anthropic-claude-v1' } }] })
  })

  it("reads Google's signatures, on calls and on the message", () => {
    const google = (value: string) => ({ extra_content: { google: { thought_signature: value } } })
    const [message] = readMessages({
      role: 'assistant',
      ...google('M'),
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...google('C') }],
    })
    expect(message).toMatchObject({
      items: [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{}', seals: [seal('thought-signature', 'C')] }],
      seals: [seal('thought-signature', 'M')],
    })
    // A seal is in one place only, so that it can be taken off.
    expect(JSON.stringify(message).split('"M"')).toHaveLength(2)
    expect(JSON.stringify(message).split('"C"')).toHaveLength(2)
  })

  it("reads Copilot's opaque value onto the reasoning", () => {
    expect(itemsOf({ role: 'assistant', reasoning_text: 'r', reasoning_opaque: 'O', content: 'a' })).toEqual([
      reasoning('r', { seals: [seal('encrypted', 'O')] }),
      answer('a'),
    ])
    expect(itemsOf({ role: 'assistant', reasoning_opaque: 'O' })).toEqual([
      reasoning('', { kind: 'hidden', seals: [seal('encrypted', 'O')] }),
    ])
  })

  it('reads refusals, custom tools and the deprecated call', () => {
    expect(itemsOf({ role: 'assistant', refusal: 'no' })).toEqual([answer('no', { kind: 'refusal' })])
    expect(itemsOf({ role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'f', input: 'x' } }] })).toEqual([
      { type: 'tool-call', id: 'c', name: 'f', arguments: 'x', contentType: 'custom' },
    ])
    expect(itemsOf({ role: 'assistant', function_call: { name: 'f', arguments: '{}' } })).toEqual([
      { type: 'tool-call', name: 'f', arguments: '{}' },
    ])
  })

  it('takes it for the model of the request', () => {
    expect(readMessages({ role: 'assistant', content: 'a' })[0]).toMatchObject({ origin: issuer })
  })
})

describe('knobs of a request', () => {
  it.each([
    [{ reasoning_effort: 'high' }, { effort: 'high' }],
    [{ reasoning_effort: 'none' }, { enabled: false, effort: 'none' }],
    [{ reasoning_effort: 'default' }, { enabled: true }],
    [{ reasoning: { effort: 'low', exclude: true } }, { effort: 'low', visibility: 'none' }],
    [{ reasoning: { enabled: true, exclude: false } }, { enabled: true, visibility: 'full' }],
    [{ reasoning: { max_tokens: 2000 } }, { budgetTokens: 2000 }],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, { enabled: true, budgetTokens: 1024 }],
    [{ thinking: { type: 'adaptive' } }, { enabled: true }],
    [{ thinking: { type: 'disabled' } }, { enabled: false }],
    [
      { enable_thinking: true, thinking_budget: 50 },
      { enabled: true, budgetTokens: 50 },
    ],
    [{ chat_template_kwargs: { enable_thinking: false } }, { enabled: false }],
    [{ chat_template_kwargs: { thinking: true, reasoning_effort: 'low' } }, { enabled: true, effort: 'low' }],
    [{ thinking_budget_tokens: 0 }, { enabled: false, budgetTokens: 0 }],
    [
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'medium' } },
      { enabled: true, visibility: 'summary', effort: 'medium' },
    ],
    [{ thinking: { type: 'adaptive', display: 'omitted' } }, { enabled: true, visibility: 'none' }],
    [{ reasoning_effort: 'low', output_config: { effort: 'max' } }, { effort: 'max' }],
    [{ include_reasoning: false }, { visibility: 'none' }],
    [{ reasoning_format: 'hidden' }, { visibility: 'none' }],
    [
      { reasoning_format: 'parsed', reasoning_effort: 'high' },
      { visibility: 'full', effort: 'high' },
    ],
    [{ think: 'low' }, { effort: 'low' }],
    [{ think: false }, { enabled: false }],
    [{ disable_reasoning: true }, { enabled: false }],
    [
      { extra_body: { google: { thinking_config: { thinking_budget: -1, include_thoughts: true } } } },
      { enabled: true, visibility: 'full' },
    ],
    [{ google: { thinking_config: { thinking_level: 'low' } } }, { effort: 'low' }],
    [{ extra_body: { enable_thinking: false, reasoning: { effort: 'high' } } }, { enabled: false, effort: 'high' }],
    [{ extra_body: { enable_thinking: false }, enable_thinking: true }, { enabled: true }],
    [{ reasoning_effort: 'ultra', think: 5, enable_thinking: 'yes', thinking_budget: Number.NaN }, undefined],
  ])('%j', (fields, knobs) => expect(readRequest({ model: 'm', messages: [], ...fields }).knobs).toEqual(knobs))
})
