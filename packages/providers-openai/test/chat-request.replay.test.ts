import type { Seal } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message, Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../src/index.ts'

const wire = openaiChat()
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const thought = (text = 'r', more: Partial<Block> = {}): Block => ({ type: 'block', channel: 'reasoning', text, boundary: 'wire', ...more })
const said: Block = { type: 'block', channel: 'answer', text: 'a', boundary: 'wire' }
const call = { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' } as const
const result: Message = { role: 'tool', call: 'c1', content: [{ type: 'text', text: 't' }] }
const target = (provider: string, model = 'm'): Target => ({ provider, wire: 'openai-chat', model })
const by = (origin: AssistantMessage['origin'], ...items: AssistantMessage['items'][number][]): AssistantMessage => ({
  role: 'assistant',
  items,
  ...(origin && { origin }),
})
const sealOf = (issuer: Seal['issuer'], more: Partial<Seal> = {}): Seal => ({ kind: 'signature', value: 'SIGNATURE', issuer, ...more })

function replay(to: Target, messages: Message[], rest: Partial<Conversation> = {}) {
  const { messages: written, decisions, refusals } = wire.replay!({ messages, ...rest }, to)
  return { written: written as Record<string, unknown>[], last: written.at(-1) as Record<string, unknown>, decisions, refusals }
}

describe('several thoughts that go into one field', () => {
  const gone = (origin: AssistantMessage['origin'], ...texts: string[]) =>
    replay(target('deepseek', 'deepseek-v4-flash'), [user, by(origin, ...texts.map((text) => thought(text)), call), result]).written[1]
  it.each([
    ['of another format, where one may have been commentary, are kept apart', { wire: 'anthropic-messages' }, ['r', '', 'c'], 'r\n\nc'],
    ['and so are parts of an item', { wire: 'openai-responses' }, ['a', 'b', 'c'], 'a\n\nb\n\nc'],
    ['of this one are as they were', { wire: 'openai-chat' }, ['r', 'c'], 'rc'],
    ['and so is what nothing says of whom it is', undefined, ['r', 'c'], 'rc'],
  ])('%s', (_, origin, texts, reasoning) => expect(gone(origin, ...texts)).toMatchObject({ reasoning_content: reasoning }))
})

describe('reasoning of the same model', () => {
  it.each([
    ['openai', 'gpt-5', {}],
    ['azure', 'my-deployment', {}],
    ['deepseek', 'deepseek-v4-flash', { reasoning_content: 'r' }],
    ['deepseek', 'deepseek-r1', {}],
    ['moonshot', 'kimi-k2.6', { reasoning_content: 'r' }],
    ['zai', 'glm-5', { reasoning_content: 'r' }],
    ['minimax', 'MiniMax-M2', { reasoning_details: [{ type: 'reasoning.text', text: 'r', format: 'MiniMax-response-v1', index: 0 }] }],
    ['groq', 'openai/gpt-oss-20b', { reasoning: 'r' }],
    ['cerebras', 'gpt-oss-120b', { reasoning: 'r' }],
    ['xai', 'grok-code-fast-1', { reasoning_content: 'r' }],
    ['llamacpp', 'qwen3', { reasoning_content: 'r' }],
    ['vllm', 'Qwen/Qwen3-8B', { reasoning: 'r' }],
    ['sglang', 'Qwen/Qwen3-8B', { reasoning_content: 'r' }],
    ['ollama', 'qwen3', { reasoning: 'r' }],
    ['openrouter', 'deepseek/deepseek-v4', { reasoning: 'r' }],
    ['openrouter', 'anthropic/claude-sonnet-4', {}],
    ['google', 'gemini-2.5-pro', {}],
    ['no-provider', 'm', { reasoning_content: 'r' }],
  ])('%s %s', (provider, model, fields) => {
    const to = target(provider, model)
    expect(replay(to, [user, by(to, thought(), said)]).last).toEqual({ role: 'assistant', content: 'a', ...fields })
  })

  it('goes into the content of Mistral, before the text', () => {
    const to = target('mistral', 'magistral-medium')
    expect(replay(to, [user, by(to, thought(), said)]).last).toEqual({
      role: 'assistant',
      // The message is the last one, so the answer begins with it.
      prefix: true,
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
        { type: 'text', text: 'a' },
      ],
    })
  })

  it('goes into the content of Claude at Databricks with its signature, and not without one', () => {
    const to = target('databricks', 'databricks-claude-opus-5')
    const summary = thought('r', { kind: 'summary', seals: [sealOf(to)] })
    expect(replay(to, [user, by(to, summary, said, call), result]).written[1]).toMatchObject({
      content: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'r', signature: 'SIGNATURE' }] },
        { type: 'text', text: 'a' },
      ],
    })
    expect(replay(to, [user, by(to, thought(), said, call), result]).written[1]).toMatchObject({ content: 'a' })
  })

  it('goes into the content of GLM at Cerebras, in tags', () => {
    const to = target('cerebras', 'zai-glm-4.7')
    expect(replay(to, [user, by(to, thought(), said)]).last).toEqual({ role: 'assistant', content: '<think>\nr\n</think>\n\na' })
  })
})

describe('white space beside calls', () => {
  const calls = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }]
  const blank: Block = { ...said, text: '\n\n' }

  it.each(['llamacpp', 'vllm', 'sglang', 'lmstudio', 'gpustack', 'mistralrs', 'venice', 'ollama', undefined])(
    'is no answer where a chat template is filled with it: %s',
    (provider) => {
      const to = { wire: 'openai-chat', model: 'm', ...(provider !== undefined && { provider }) }
      const { last } = replay(to, [user, by(to, thought(), blank, call)])
      expect(last).toEqual({
        role: 'assistant',
        content: null,
        [provider === 'vllm' || provider === 'ollama' ? 'reasoning' : 'reasoning_content']: 'r',
        tool_calls: calls,
      })
    },
  )

  it.each(['openai', 'deepseek', 'openrouter', 'nobody'])('stays where nothing is known of one: %s', (provider) => {
    const to = target(provider)
    expect(replay(to, [user, by(to, blank, call)]).written[1]).toMatchObject({ content: '\n\n' })
  })

  it.each([
    ['a text', 'a', 'a'],
    ['a text with white space around it', '\n\na\n', '\n\na\n'],
    ['an empty string', '', ''],
    ['null', null, null],
    ['blanks of any kind', ' \t\r\n\u00A0', null],
    [
      'parts that are blank',
      [
        { type: 'text', text: '\n' },
        { type: 'text', text: '' },
      ],
      null,
    ],
    [
      'parts of which one is not',
      [
        { type: 'text', text: '\n' },
        { type: 'text', text: 'a' },
      ],
      [
        { type: 'text', text: '\n' },
        { type: 'text', text: 'a' },
      ],
    ],
    ['parts that are no text', [{ type: 'refusal', refusal: 'no' }], [{ type: 'refusal', refusal: 'no' }]],
  ])('of Chat Completions: %s', (_, content, expected) => {
    const message = { role: 'assistant', content, reasoning_content: 'r', tool_calls: calls }
    const read = wire.readRequest!({ model: 'm', messages: [{ role: 'user', content: 'q' }, message] })
    expect(replay(target('llamacpp'), [...read.messages]).last).toEqual({ ...message, content: expected })
  })

  it('is an answer where nothing was called', () => {
    expect(replay(target('llamacpp'), [user, by(target('llamacpp'), blank)]).last).toEqual({ role: 'assistant', content: '\n\n' })
  })
})

describe('DeepSeek', () => {
  const v4 = target('deepseek', 'deepseek-v4-flash')
  const tools = [{ type: 'function', name: 'f' }] as const

  it('wants it on every message once there are tools, empty where there is none', () => {
    const { written, decisions } = replay(v4, [user, by(v4, thought(), call), result, by(v4, said), user, by(undefined, said)], { tools })
    expect(written.filter(({ role }) => role === 'assistant').map((message) => message.reasoning_content)).toEqual(['r', '', ''])
    expect(decisions.map(({ message, action }) => [message, action])).toEqual([
      [1, 'kept'],
      [3, 'added'],
      [5, 'added'],
    ])
  })

  it.each([
    ['siliconflow', 'deepseek-ai/DeepSeek-V3.2'],
    ['volcengine', 'kimi-k2-5'],
    ['volcengine', 'deepseek-v4-pro'],
    ['xiaomi', 'mimo-v2.5-pro'],
    ['siliconflow', 'deepseek-ai/DeepSeek-V5'],
    ['volcengine', 'kimi-k4'],
    ['siliconflow', 'mimo-v3'],
    ['no-provider', 'moonshotai/Kimi-K2.5'],
    [undefined, 'mimo-v2-flash'],
  ])('and its like are served with it elsewhere: %s, %s', (provider, model) => {
    const to = { wire: 'openai-chat', model, ...(provider !== undefined && { provider }) }
    expect(replay(to, [user, by(undefined, call), result], { tools }).written[1]).toMatchObject({ reasoning_content: '' })
    expect(replay(to, [user, by(undefined, said)]).last).not.toHaveProperty('reasoning_content')
  })

  it('nothing is made up for models that are not known to want it', () => {
    for (const [provider, model] of [
      ['siliconflow', 'zai-org/GLM-4.6'],
      ['siliconflow', 'deepseek-ai/DeepSeek-V3.1'],
      ['no-provider', 'kimi-k2-0905'],
      ['no-provider', 'm'],
    ] as const)
      expect(replay(target(provider, model), [user, by(undefined, call), result], { tools }).written[1]).not.toHaveProperty(
        'reasoning_content',
      )
  })

  it('wants nothing made up without tools, or where it does not think', () => {
    expect(replay(v4, [user, by(v4, said)]).last).toEqual({ role: 'assistant', content: 'a' })
    expect(replay(v4, [user, by(v4, call)], { tools, knobs: { enabled: false } }).last).not.toHaveProperty('reasoning_content')
  })

  it('takes the text of another model', () => {
    expect(replay(v4, [user, by(target('xai', 'grok-code-fast-1'), thought(), call)], { tools }).last.reasoning_content).toBe('r')
  })

  describe('under the name deepseek-reasoner', () => {
    const alias = target('deepseek', 'deepseek-reasoner')

    it.each([
      ['R1 refuses it', by({ ...alias }, thought(), said), undefined],
      ['the model that spoke is unknown', by(undefined, thought(), said), undefined],
      ['V4 spoke, and named itself', by({ ...alias, model: 'deepseek-v4-flash' }, thought(), said), 'r'],
      ['V4 spoke, and was asked for by the alias', { ...by({ ...alias }, thought(), said), answered: 'deepseek-v4-flash' }, 'r'],
    ])('%s', (_, message, reasoning) => expect(replay(alias, [user, message]).last.reasoning_content).toBe(reasoning))

    it('is of today where there are tools, which R1 was not given', () => {
      expect(replay(alias, [user, by({ ...alias }, thought(), call)], { tools }).last.reasoning_content).toBe('r')
    })
  })

  it('keeps the beginning of a conversation as it was, so that caches hold', () => {
    const first: Message[] = [user, by(v4, thought(), call), result, by(v4, thought('s'), said)]
    const short = replay(v4, first, { tools }).written
    expect(replay(v4, [...first, user, by(v4, said), user], { tools }).written.slice(0, short.length)).toEqual(short)
  })
})

describe('Kimi', () => {
  it('refuses messages with tool calls and no reasoning, so they get an empty one', () => {
    const to = target('moonshot', 'kimi-k2.6')
    expect(replay(to, [user, by(undefined, call), result]).written[1]).toMatchObject({ reasoning_content: ' ' })
    expect(replay(target('moonshot', 'moonshot-v1-8k'), [user, by(undefined, thought(), call)]).last).not.toHaveProperty(
      'reasoning_content',
    )
  })
})

describe('details of a router', () => {
  const claude = target('openrouter', 'anthropic/claude-haiku-4.5')
  const gemini = target('openrouter', 'google/gemini-3-pro-preview')
  const details = [
    { type: 'reasoning.text', text: 'r', signature: 'SIGNATURE', format: 'anthropic-claude-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'DATA', format: 'anthropic-claude-v1', index: 1, note: null },
  ]
  const body = (model: string) => ({
    model,
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, reasoning: 'r', reasoning_details: details, tool_calls: [written] },
    ],
  })
  const written = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

  it('go back untouched and in order', () => {
    const request = body(claude.model)
    expect(wire.writeRequest!(wire.readRequest!(request), claude).body).toEqual(request)
  })

  it('stay here where the model was changed', () => {
    const { last, decisions } = replay(
      target('openrouter', 'anthropic/claude-opus-4.5'),
      wire.readRequest!(body(claude.model)).messages as Message[],
    )
    expect(last).toEqual({ role: 'assistant', content: null, tool_calls: [written] })
    expect(decisions.filter(({ item }) => item !== undefined).map(({ action }) => action)).toEqual(['dropped', 'dropped'])
  })

  it('stay here where only their format says that they are of another', () => {
    const { last } = replay(claude, wire.readRequest!({ ...body(claude.model), model: gemini.model }).messages as Message[])
    expect(last).not.toHaveProperty('reasoning_details')
  })

  it('stay here where the provider was changed, and no text of them is left', () => {
    const origin = { ...claude, provider: 'openrouter' }
    const { last } = replay(target('vercel-gateway', 'anthropic/claude-haiku-4.5'), [
      user,
      by(origin, thought('r', { seals: [sealOf(origin)] }), said),
    ])
    expect(last).toEqual({ role: 'assistant', content: 'a' })
  })

  it('are made for blocks that have a seal and no record', () => {
    const { last } = replay(claude, [user, by(claude, thought('r', { seals: [sealOf(claude)] }), call)])
    expect(last.reasoning_details).toEqual([
      { type: 'reasoning.text', text: 'r', signature: 'SIGNATURE', format: 'anthropic-claude-v1', index: 0 },
    ])
  })

  it('of Gemini stay with the cloud that made them', () => {
    const from = { ...gemini, upstream: 'Google' }
    const sealed = by(from, thought('', { kind: 'hidden', seals: [sealOf(from, { kind: 'encrypted', item: 'c1' })] }), call)
    const kept = [{ type: 'reasoning.encrypted', data: 'SIGNATURE', id: 'c1', format: 'google-gemini-v1', index: 0 }]
    expect(replay(gemini, [user, sealed]).last.reasoning_details).toEqual(kept)
    expect(replay({ ...gemini, upstream: 'Google' }, [user, sealed]).last.reasoning_details).toEqual(kept)
    expect(replay({ ...gemini, upstream: 'Google AI Studio' }, [user, sealed]).last.reasoning_details).toEqual([
      { ...kept[0], data: 'skip_thought_signature_validator' },
    ])
  })

  it('pin the router to the cloud of the newest, where the target names none', () => {
    const sealedBy = (upstream: string) =>
      by(
        { ...gemini, upstream },
        thought('', { kind: 'hidden', seals: [sealOf({ ...gemini, upstream }, { kind: 'encrypted', item: 'c1' })] }),
        call,
      )
    const { body } = wire.writeRequest!({ messages: [user, sealedBy('Google'), user, sealedBy('Google AI Studio')] }, gemini)
    expect(body).toMatchObject({ provider: { only: ['google-ai-studio'] } })
    const details = (body.messages as { reasoning_details?: { data: string }[] }[]).map(
      ({ reasoning_details }) => reasoning_details?.[0]?.data,
    )
    expect(details).toEqual([undefined, 'skip_thought_signature_validator', undefined, 'SIGNATURE'])
    const other = { ...gemini, model: 'google/gemini-3-flash-preview' }
    expect(wire.writeRequest!({ messages: [user, sealedBy('Google')] }, other).body).not.toHaveProperty('provider')
  })

  it('pin the router to the cloud that the target names', () => {
    const to = { ...gemini, upstream: 'Google AI Studio' }
    const sealed = by(to, thought('', { kind: 'hidden', seals: [sealOf(to, { kind: 'encrypted' })] }), call)
    expect(wire.writeRequest!({ messages: [user, sealed] }, to).body).toMatchObject({ provider: { only: ['google-ai-studio'] } })
    expect(wire.writeRequest!({ messages: [user] }, to).body).not.toHaveProperty('provider')
    const vercel = { ...to, provider: 'vercel-gateway', upstream: 'vertex' }
    expect(wire.writeRequest!({ messages: [user, by(vercel, thought('', { seals: [sealOf(vercel)] }), call)] }, vercel).body).toMatchObject(
      {
        providerOptions: { gateway: { only: ['vertex'] } },
      },
    )
  })
})

describe('Gemini 3 at Google', () => {
  const to = target('google', 'gemini-3-pro-preview')
  const signed = (value: string) => ({ extra_content: { google: { thought_signature: value } } })

  it('gets each signature back on the very call', () => {
    const seals = [sealOf(to, { kind: 'thought-signature' })]
    const { last, decisions } = replay(to, [user, by(to, { ...call, seals }, { ...call, id: 'c2' })])
    expect(last.tool_calls).toEqual([
      { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' }, ...signed('SIGNATURE') },
      { id: 'c2', type: 'function', function: { name: 'f', arguments: '{}' } },
    ])
    expect(decisions).toEqual([])
  })

  it("gets Google's own sentinel on the first call of another model, and no other signature", () => {
    const foreign = { ...to, model: 'gemini-2.5-pro' }
    const { last, decisions } = replay(to, [user, by(foreign, { ...call, seals: [sealOf(foreign)] }, { ...call, id: 'c2' })])
    expect(last.tool_calls).toEqual([
      { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' }, ...signed('skip_thought_signature_validator') },
      { id: 'c2', type: 'function', function: { name: 'f', arguments: '{}' } },
    ])
    expect(decisions.map(({ action }) => action)).toEqual(['downgraded', 'added'])
  })

  it('gets it behind a router too, where it names the call, also one that has no id', () => {
    const { id: _, ...bare } = call
    const { last } = replay(target('openrouter', 'google/gemini-3-pro-preview'), [user, by(undefined, bare)])
    expect(last).toMatchObject({
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'skip_thought_signature_validator', id: 'call_1_0' }],
      tool_calls: [{ id: 'call_1_0' }],
    })
  })

  it('gets no seal of a text, which it would not read', () => {
    const blocks = [thought('r', { seals: [sealOf(to)] }), thought('', { kind: 'hidden', seals: [sealOf(to)] })]
    const { last, decisions } = replay(to, [user, by(to, ...blocks, said)])
    expect(last).toEqual({ role: 'assistant', content: 'a' })
    expect(decisions.map(({ item, action }) => [item, action]).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      [0, 'dropped'],
      [1, 'dropped'],
    ])
  })

  it('gets none where it calls nothing, and 2.5 gets none at all', () => {
    expect(replay(to, [user, by(undefined, said)]).decisions).toEqual([])
    expect(JSON.stringify(replay(target('google', 'gemini-2.5-pro'), [user, by(undefined, call)]).last)).not.toContain('skip_')
  })

  it('gets the signature of a message on the message', () => {
    const message = { ...by(to, said), seals: [sealOf(to, { kind: 'thought-signature' })] }
    expect(replay(to, [user, message]).last).toEqual({ role: 'assistant', content: 'a', ...signed('SIGNATURE') })
    expect(replay(target('openai', 'gpt-5'), [user, message]).last).toEqual({ role: 'assistant', content: 'a' })
  })
})

describe('damaged seals', () => {
  const to = target('openrouter', 'anthropic/claude-haiku-4.5')

  it.each([
    ['empty', thought('r', { seals: [sealOf(to, { value: '' })] })],
    ['cut', thought('r', { seals: [sealOf(to, { value: 'EvgC'.repeat(20) + 'E' })] })],
    ['of a stream that was cut', thought('r', { seals: [sealOf(to)], boundary: 'end-of-stream' })],
  ])('%s: not sent', (_, block) => {
    const { last, decisions } = replay(to, [user, by(to, block, said)])
    expect(last).toEqual({ role: 'assistant', content: 'a' })
    expect(decisions).toMatchObject([{ message: 1, item: 0, action: 'dropped' }])
  })

  it('blank, on a call: not sent, also to an unknown provider; what stood beside it is', () => {
    const tool = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
    const signed = { ...tool, extra_content: { google: { thought_signature: '\t', thought: true } } }
    const request = { model: 'm', messages: [{ role: 'assistant', content: 'a', tool_calls: [signed] }] }
    const plan = wire.replay!(wire.readRequest!(request), target('nobody'))
    expect(plan.messages).toEqual([
      { role: 'assistant', content: 'a', tool_calls: [{ ...tool, extra_content: { google: { thought: true } } }] },
    ])
    expect(plan.decisions).toMatchObject([{ message: 0, item: 1, action: 'downgraded', sealsLost: ['damaged'] }])
  })
})

describe('what clients sent', () => {
  const body = (message: Record<string, unknown>) => ({ model: 'm', messages: [{ role: 'assistant', content: 'a', ...message }] })
  const sent = (provider: string, message: Record<string, unknown>) =>
    (wire.writeRequest!(wire.readRequest!(body(message)), target(provider)).body.messages as unknown[])[0]

  it.each([
    ['openai', { reasoning_content: 'r' }, {}],
    ['openai', { reasoning_content: null, reasoning: { odd: 1 }, reasoning_details: [] }, {}],
    ['groq', { reasoning_content: 'r', reasoning: 'r' }, { reasoning: 'r' }],
    ['groq', { reasoning_content: 'r' }, { reasoning: 'r' }],
    ['deepseek', { reasoning_content: 'r', reasoning: 'r' }, { reasoning_content: 'r', reasoning: 'r' }],
    ['deepseek', { reasoning: 'r' }, { reasoning_content: 'r' }],
    ['vllm', { reasoning_content: 'r' }, { reasoning_content: 'r' }],
    ['no-provider', { reasoning_content: 'r', reasoning: 's' }, { reasoning_content: 'r', reasoning: 's' }],
    ['no-provider', { reasoning_opaque: 'OPAQUE' }, { reasoning_opaque: 'OPAQUE' }],
    ['no-provider', { reasoning_content: 'r', reasoning_opaque: 'OPAQUE' }, { reasoning_content: 'r', reasoning_opaque: 'OPAQUE' }],
    ['deepseek', { reasoning_opaque: 'OPAQUE' }, {}],
    ['copilot', { reasoning_text: 'r', reasoning_opaque: 'OPAQUE' }, { reasoning_text: 'r', reasoning_opaque: 'OPAQUE' }],
  ])('%s: %j', (provider, message, written) => {
    expect(sent(provider, message)).toEqual({ role: 'assistant', content: 'a', ...written })
  })

  it('in parts of the content is not said again beside it', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'SEAL', id: 'e', format: 'anthropic-claude-v1', index: 0 }]
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
      { type: 'text', text: 'a' },
    ]
    const message = { role: 'assistant', content, reasoning_details: details }
    expect(sent('nobody', message)).toEqual(message)
  })

  it('is edited where the conversation was', () => {
    const conversation = wire.readRequest!(body({ reasoning_content: 'secret', content: 'secret' }))
    const [message] = conversation.messages as [AssistantMessage]
    const items = message.items.map((item) => (item.type === 'block' ? { ...item, text: 'redacted' } : item))
    const { body: written } = wire.writeRequest!({ ...conversation, messages: [{ ...message, items }] }, target('deepseek'))
    expect(JSON.stringify(written)).not.toContain('secret')
    expect(JSON.stringify(conversation.extra)).not.toContain('secret')
  })
})
