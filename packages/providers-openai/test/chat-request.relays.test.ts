import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const wire = openaiChat()
const responses = openaiResponses()
const messages = [{ role: 'user', content: 'q' }]
const to = (provider: string, model: string) => ({ provider, wire: 'openai-chat', model })

/** Fields beside model and messages, and what was left out. */
function relay(fields: Record<string, unknown>, provider: string, model: string) {
  const { body, notCarried } = wire.writeRequest(wire.readRequest({ model: 'm', messages, ...fields }), to(provider, model))
  const { model: _, messages: __, ...rest } = body
  return { rest, notCarried }
}

describe('fields of other providers, where what is not known is refused', () => {
  it.each<[fields: Record<string, unknown>, provider: string, model: string, rest: Record<string, unknown>, left: string[]]>([
    [{ thinking: { type: 'disabled', clear_thinking: false } }, 'openai', 'gpt-5.2', { reasoning_effort: 'none' }, ['thinking']],
    [{ reasoning: { effort: 'low', summary: 'auto' } }, 'openai', 'gpt-5.2', { reasoning_effort: 'low' }, ['reasoning']],
    [{ chat_template_kwargs: { a: 1 } }, 'groq', 'openai/gpt-oss-20b', {}, ['chat_template_kwargs']],
    [{ chat_template_args: { a: 1 } }, 'groq', 'openai/gpt-oss-20b', {}, ['chat_template_args']],
    [{ provider: { only: ['x'] }, plugins: [], user: 'u' }, 'openai', 'gpt-5', { user: 'u' }, ['provider', 'plugins']],
    [{ top_k: 4, min_p: 0.1, seed: 1 }, 'cerebras', 'gpt-oss-120b', { seed: 1 }, ['top_k', 'min_p']],
    [{ logprobs: true, logit_bias: { 1: 1 } }, 'groq', 'openai/gpt-oss-20b', {}, ['logprobs', 'logit_bias']],
    [{ store: false, seed: 7, top_k: 4 }, 'databricks', 'databricks-claude-opus-4-5', { top_k: 4 }, ['store', 'seed']],
    [{ store: false, seed: 7 }, 'upstage', 'solar-pro4', { seed: 7 }, ['store']],
    [{ stream: true, stream_options: { include_usage: true } }, 'mistral', 'mistral-large', { stream: true }, ['stream_options']],
    [{ safe_prompt: true }, 'openai', 'gpt-5', {}, ['safe_prompt']],
  ])('%j for %s %s', (fields, provider, model, rest, left) => {
    expect(relay(fields, provider, model)).toEqual({ rest, notCarried: left.map((field) => `${field}, which ${provider} does not know`) })
  })

  it.each<[fields: Record<string, unknown>, provider: string]>([
    [{ safe_prompt: true, random_seed: 4, prompt_mode: 'reasoning', prompt_cache_key: 'k' }, 'mistral'],
    [{ clear_thinking: false }, 'cerebras'],
    [{ provider: { only: ['x'] }, some_new_field: 1 }, 'openrouter'],
    [{ some_new_field: 1 }, 'openai'],
    [{ provider: { only: ['x'] }, top_k: 4 }, 'llamacpp'],
  ])('but %j of %s itself, and unknown fields, stay', (fields, provider) => {
    expect(relay(fields, provider, 'm')).toEqual({ rest: fields, notCarried: [] })
  })
})

describe('Mistral', () => {
  it('has another name for the seed', () => {
    const conversation: Conversation = { messages: [], sampling: { seed: 4 } }
    expect(wire.writeRequest(conversation, to('mistral', 'm')).body).toMatchObject({ random_seed: 4 })
    expect(relay({ seed: 4 }, 'mistral', 'm').rest).toEqual({ random_seed: 4 })
    expect(wire.readRequest({ model: 'm', messages, random_seed: 4 }).sampling).toEqual({ seed: 4 })
  })

  it('puts a message of the model between a tool and the user', () => {
    const read = wire.readRequest({
      model: 'm',
      messages: [
        { role: 'assistant', content: null, tool_calls: [{ id: 'abcdefghi', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'abcdefghi', content: 'r' },
        { role: 'user', content: 'wait' },
      ],
    })
    const { messages: list, decisions } = wire.replay(read, to('mistral', 'm'))
    expect((list as { role: string }[]).map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user'])
    expect(decisions).toEqual([
      { message: 2, action: 'added', reason: '"OK.", of the assistant: no other role may follow the result of a tool' },
    ])
    expect(wire.replay(read, to('openai', 'm')).messages).toHaveLength(3)
  })

  it('is told of an answer that is begun', () => {
    const begun: Conversation = {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', items: [{ type: 'block', channel: 'answer', text: '{', boundary: 'wire' }] },
      ],
    }
    expect(wire.writeRequest(begun, to('mistral', 'm')).body.messages).toMatchObject([{ role: 'user' }, { content: '{', prefix: true }])
    expect(wire.writeRequest(begun, to('openai', 'm')).body.messages).not.toMatchObject([{}, { prefix: true }])
  })
})

describe('files that another provider keeps', () => {
  const conversation = (origin: Conversation['origin']): Conversation => ({
    ...(origin && { origin }),
    messages: [{ role: 'user', content: [{ type: 'file', source: { type: 'id', id: 'file_1' } }] }],
  })

  it.each([wire, responses])('are refused in $id', (format) => {
    const target = { provider: 'openai', wire: format.id, model: 'gpt-5' }
    for (const origin of [
      { provider: 'anthropic', wire: 'anthropic-messages' },
      { wire: 'anthropic-messages' },
      { provider: 'azure', wire: format.id },
    ]) {
      expect(format.replay(conversation(origin), target).refusals).toEqual([
        `A file is given by its id at ${origin.provider ?? origin.wire}, which openai cannot read. Send the file's content.`,
      ])
    }
    for (const origin of [undefined, { wire: 'openai-chat' }, { provider: 'openai', wire: 'openai-responses' }]) {
      expect(format.replay(conversation(origin), target).refusals).toEqual([])
    }
  })
})

describe('messages that another provider keeps', () => {
  it('are missing, and no other provider is asked without them', () => {
    const stored = responses.readRequest({ model: 'm', previous_response_id: 'resp_1', input: 'And then?' })
    expect(wire.replay(stored, to('openai', 'gpt-5')).refusals).toEqual([
      'previous_response_id stands for messages that the provider of openai-responses keeps. Give the messages themselves.',
    ])
    const named = responses.readRequest({
      model: 'm',
      input: [
        { role: 'user', content: 'q' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    })
    expect(wire.replay(named, to('llamacpp', 'm')).refusals).toEqual([
      'A part of the conversation is in a form that its provider alone can read. Give the messages themselves.',
    ])
    const interaction: Conversation = {
      messages: [{ role: 'tool', call: 'c', content: [] }],
      extra: { wire: 'gemini-interactions', fields: { previous_interaction_id: 'i' } },
    }
    for (const format of [wire, responses]) {
      expect(format.replay(interaction, { provider: 'openai', wire: format.id, model: 'gpt-5' }).refusals).toEqual([
        'previous_interaction_id stands for messages that the provider of gemini-interactions keeps. Give the messages themselves.',
      ])
    }
    expect(wire.replay(responses.readRequest({ model: 'm', previous_response_id: null, input: 'q' }), to('openai', 'm')).refusals).toEqual(
      [],
    )
  })
})

describe('no tools', () => {
  it('are no list where that is refused', () => {
    expect(relay({ tools: [] }, 'openai', 'gpt-5').rest).toEqual({})
    expect(relay({ tools: [] }, 'huggingface', 'm').rest).toEqual({ tools: [] })
    const body = { model: 'm', messages, tools: [] }
    expect(wire.writeRequest(wire.readRequest(body, { provider: 'huggingface' }), to('deepseek', 'm')).body).not.toHaveProperty('tools')
  })
})

describe('calls of custom tools', () => {
  const read = responses.readRequest({
    model: 'gpt-5',
    input: [
      { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'text' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'o' },
    ],
  })

  it('are calls of functions where they are unknown', () => {
    expect(wire.replay(read, to('llamacpp', 'm')).messages).toMatchObject([
      { tool_calls: [{ type: 'function', function: { name: 'patch', arguments: '{"input":"text"}' } }] },
      { role: 'tool', tool_call_id: 'a' },
    ])
    const { messages: list } = responses.replay(read, { provider: 'llamacpp', wire: 'openai-responses', model: 'm' })
    expect(list).toMatchObject([
      { type: 'function_call', name: 'patch', arguments: '{"input":"text"}', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a' },
    ])
  })

  it('and stay what they are where they are known', () => {
    expect(wire.replay(read, to('openai', 'gpt-5')).messages[0]).toMatchObject({
      tool_calls: [{ type: 'custom', custom: { input: 'text' } }],
    })
  })
})

describe('settings that only one of the formats knows', () => {
  it('are listed, and those that the conversation says are not', () => {
    const body = {
      model: 'm',
      input: 'q',
      temperature: 1,
      max_output_tokens: 9,
      reasoning: { effort: 'low', context: 'all_turns' },
      text: { verbosity: 'low', format: { type: 'text' } },
      store: false,
      stream: true,
    }
    expect(wire.writeRequest(responses.readRequest(body), to('openai', 'gpt-5')).notCarried).toEqual([
      'reasoning.context of openai-responses',
    ])
    const chat = { model: 'm', messages, max_tokens: 9, reasoning_effort: 'low', verbosity: 'low', logit_bias: { 1: 2 } }
    expect(responses.writeRequest(wire.readRequest(chat), { ...to('openai', 'gpt-5'), wire: 'openai-responses' }).notCarried).toEqual([
      'logit_bias of openai-chat',
    ])
  })
})

describe('Responses', () => {
  const openai = { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' }
  const q: Conversation['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }]

  it('forces no tool where there is none', () => {
    const foreign: Conversation = { messages: q, tools: [{ type: 'native', wire: 'gemini', value: {} }], toolChoice: 'required' }
    const { body } = responses.writeRequest(foreign, openai)
    expect(body).not.toHaveProperty('tools')
    expect(body).not.toHaveProperty('tool_choice')
  })

  it('lists in replay what the writer would throw', () => {
    const spent: Conversation = {
      messages: q,
      knobs: { budgetTokens: 2000 },
      sampling: { maxOutputTokens: 2000 },
    }
    const target = { provider: 'openrouter', wire: 'openai-responses', model: 'm' }
    expect(responses.replay(spent, target).refusals).toHaveLength(1)
    expect(() => responses.writeRequest(spent, target)).toThrow(responses.replay(spent, target).refusals[0]!)
  })

  it.each([
    ['', '{}'],
    ['{"a', '{"input":"{\\"a"}'],
    ['{"a": 1}', '{"a": 1}'],
  ])('has an object for arguments, as many servers parse them: %j', (text, written) => {
    const conversation: Conversation = {
      messages: [
        { role: 'assistant', items: [{ type: 'tool-call', id: 'a', name: 'f', arguments: text }] },
        { role: 'tool', call: 'a', content: [] },
      ],
    }
    expect(responses.replay(conversation, openai).messages[0]).toMatchObject({ arguments: written })
  })

  it('keeps the text of an unknown role, and gives it to other formats as the user’s', () => {
    const body = {
      model: 'm',
      input: [
        { role: 'critic', content: 'no' },
        { type: 'message', role: 'tool', content: [{ type: 'input_text', text: 'x' }] },
      ],
    }
    const read = responses.readRequest(body)
    expect(wire.replay(read, to('openai', 'gpt-5')).messages).toEqual([
      { role: 'user', content: 'no' },
      { role: 'user', content: 'x' },
    ])
    expect(responses.writeRequest(read, { ...openai, model: 'm' }).body).toEqual(body)
  })
})
