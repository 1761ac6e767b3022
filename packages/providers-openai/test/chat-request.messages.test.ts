import type { Block } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message, Piece } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../src/index.ts'

const wire = openaiChat()
const text = (value: string): Piece => ({ type: 'text', text: value })
const answer = (value: string, more: Partial<Block> = {}): Block => ({
  type: 'block',
  channel: 'answer',
  text: value,
  boundary: 'wire',
  ...more,
})
const assistant = (...items: AssistantMessage['items'][number][]): AssistantMessage => ({ role: 'assistant', items })
const image: Piece = { type: 'image', source: { type: 'data', data: 'AAAA', mediaType: 'image/png' } }

function write(messages: Message[], provider = 'openai', rest: Partial<Conversation> = {}) {
  const conversation = { messages, ...rest }
  const target = { provider, wire: 'openai-chat', model: 'm' }
  const written = () => wire.writeRequest(conversation, target)
  return {
    get body() {
      return written().body
    },
    get notCarried() {
      return written().notCarried
    },
    // Also of a conversation that is not complete.
    messages: wire.replay(conversation, target).messages as Record<string, unknown>[],
  }
}

describe('roles', () => {
  it("are OpenAI's, and without a developer the instructions are of the system", () => {
    const messages: Message[] = [
      { role: 'developer', content: [text('d')] },
      { role: 'system', content: [text('s')] },
      { role: 'user', content: [] },
    ]
    expect(write(messages).messages).toEqual([
      { role: 'developer', content: 'd' },
      { role: 'system', content: 's' },
      { role: 'user', content: '' },
    ])
    expect(write(messages, 'deepseek').messages[0]).toEqual({ role: 'system', content: 'd' })
    expect(write(messages, 'nobody').messages[0]).toEqual({ role: 'developer', content: 'd' })
  })

  it('no message speaks for a tool whose result has nothing that can be sent', () => {
    const content: Piece[] = [{ type: 'native', wire: 'anthropic-messages', value: { type: 'tool_reference', tool_name: 'x' } }]
    const messages: Message[] = [
      assistant({ type: 'tool-call', id: 'a', name: 'search', arguments: '{}', boundary: 'wire' }),
      { role: 'tool', call: 'a', content },
    ]
    expect(write(messages).messages.slice(1)).toEqual([{ role: 'tool', tool_call_id: 'a', content: '' }])
    expect(write(messages).notCarried).toContain('content that only anthropic-messages knows')
  })

  // As Codex and Claude Code send them: of several, most chat templates refuse all but the first, or leave them out.
  it.each([undefined, 'vllm', 'llamacpp'])(
    'instructions of another format are one message, and the first, where any model may answer: %s',
    (provider) => {
      const messages: Message[] = [
        { role: 'system', content: [text('a'), text('b')] },
        { role: 'developer', content: [text('c')] },
        { role: 'user', content: [text('q')] },
        { role: 'system', content: [text('d')] },
      ]
      const { body, notCarried } = wire.writeRequest({ messages }, { ...(provider && { provider }), wire: 'openai-chat', model: 'm' })
      expect(body.messages).toEqual([
        { role: 'system', content: 'a\n\nb\n\nc\n\nd' },
        { role: 'user', content: 'q' },
      ])
      expect(notCarried).toEqual(['the place of instructions in mid-conversation, which went to the top'])
    },
  )

  it('a lone instruction in its place is no news, and those of Chat Completions stay as they came', () => {
    const target = { wire: 'openai-chat', model: 'm' }
    const lone = wire.writeRequest(
      {
        messages: [
          { role: 'developer', content: [text('d')] },
          { role: 'user', content: [text('q')] },
        ],
      },
      target,
    )
    expect(lone.body.messages).toEqual([
      { role: 'system', content: 'd' },
      { role: 'user', content: 'q' },
    ])
    expect(lone.notCarried).toEqual([])
    const own = {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'developer', content: 'd' },
        { role: 'system', content: 's' },
      ],
    }
    expect(wire.writeRequest(wire.readRequest({ model: 'm', ...own }), target).body.messages).toEqual(own.messages)
  })
})

describe('pieces', () => {
  const sent = (piece: Piece, provider?: string) => {
    const { messages, notCarried } = write([{ role: 'user', content: [text('look'), piece] }], provider)
    return { part: (messages[0]!.content as unknown[])[1], notCarried }
  }

  it.each<[Piece, unknown]>([
    [image, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    [
      { type: 'image', source: { type: 'url', url: 'https://a/b' } },
      { type: 'image_url', image_url: { url: 'https://a/b' } },
    ],
    [
      { type: 'audio', source: { type: 'data', data: 'AAAA', mediaType: 'audio/mpeg' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ],
    [
      { type: 'file', source: { type: 'id', id: 'file-1' } },
      { type: 'file', file: { file_id: 'file-1' } },
    ],
    [
      { type: 'file', name: 'a.pdf', source: { type: 'data', data: 'AAAA', mediaType: 'application/pdf' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
    [
      { type: 'file', source: { type: 'data', data: 'AAAA', mediaType: 'application/pdf' } },
      { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
  ])('%j', (piece, part) => expect(sent(piece)).toEqual({ part, notCarried: [] }))

  it.each<[Piece, string]>([
    [{ type: 'image', source: { type: 'id', id: 'f' } }, 'images that a provider keeps'],
    [{ type: 'audio', source: { type: 'url', url: 'https://a/b' } }, 'audio that is not in the request'],
    [{ type: 'file', source: { type: 'url', url: 'https://a/b' } }, 'files by URL'],
    [{ type: 'native', wire: 'gemini', value: {} }, 'content that only gemini knows'],
  ])('%j is not carried', (piece, what) => expect(sent(piece)).toEqual({ part: undefined, notCarried: [what] }))

  it.each(['openai', 'mistral', undefined])('are text where they are files of text, which servers refuse (%s)', (provider) => {
    const notCarried = ['files of text as such (they were sent as text)']
    const source = { type: 'data', data: btoa('Gr\u00c3\u00bc\u00c3\u009fe'), mediaType: 'text/markdown' } as const
    expect(sent({ type: 'file', name: 'notes.md', source }, provider)).toEqual({
      part: { type: 'text', text: 'notes.md:\n\nGrüße' },
      notCarried,
    })
    expect(sent({ type: 'file', source }, provider)).toEqual({ part: { type: 'text', text: 'Grüße' }, notCarried })
  })

  it('are what they are where their bytes are no text', () => {
    const source = { type: 'data', data: btoa('\u00ff'), mediaType: 'text/plain' } as const
    expect(sent({ type: 'file', source })).toMatchObject({ part: { type: 'file' }, notCarried: [] })
  })

  it('are files by URL where the provider takes them', () => {
    const piece: Piece = { type: 'file', name: 'a.pdf', source: { type: 'url', url: 'https://a/b' } }
    expect(sent(piece, 'mistral').part).toEqual({ type: 'document_url', document_url: 'https://a/b', document_name: 'a.pdf' })
    expect(sent(piece, 'openrouter').part).toEqual({ type: 'file', file: { filename: 'a.pdf', file_data: 'https://a/b' } })
  })
})

describe('what the assistant said', () => {
  it('is text, calls, or nothing', () => {
    const call = { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a": 1}' } as const
    expect(write([assistant(answer('a'), answer('b'), call), assistant(call), assistant()]).messages).toEqual([
      { role: 'assistant', content: 'ab', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }] },
      { role: 'assistant', content: '' },
    ])
  })

  it('is its commentary too, and its refusals', () => {
    const { messages, notCarried } = write([
      assistant(answer('first', { channel: 'commentary' }), answer('then'), answer('no', { kind: 'refusal' })),
    ])
    expect(messages[0]).toEqual({ role: 'assistant', content: 'first\n\nthen', refusal: 'no' })
    expect(notCarried).toEqual(['commentary (it was sent as content)'])
    expect(write([assistant(answer('no', { kind: 'refusal' }))], 'deepseek').messages[0]).toEqual({ role: 'assistant', content: 'no' })
  })

  it('is not what only other formats know', () => {
    const native = { type: 'native', wire: 'gemini', event: 'image', value: 'x' } as const
    expect(write([assistant(answer('a'), native)]).messages[0]).toEqual({ role: 'assistant', content: 'a' })
  })
})

describe('calls', () => {
  const call = (name: string, args: string, more = {}) => ({ type: 'tool-call', name, arguments: args, ...more }) as const
  const callsIn = (messages: Record<string, unknown>[], at = 0) =>
    messages[at]!.tool_calls as { id: string; function: { name: string; arguments: string } }[]

  it('get ids where they have none, and their results with them, in order', () => {
    const { messages } = write([
      assistant(call('f', '{}'), call('g', '{}')),
      { role: 'tool', content: [text('1')] },
      { role: 'tool', content: [text('2')] },
      assistant(call('f', '{}', { id: 'own' })),
      { role: 'tool', call: 'own', content: [text('3')] },
    ])
    expect(callsIn(messages).map(({ id }) => id)).toEqual(['call_0_0', 'call_0_1'])
    expect(messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id }) => id)).toEqual(['call_0_0', 'call_0_1', 'own'])
  })

  it('get ids that the provider accepts, the same in every request', () => {
    const long = 'x'.repeat(60)
    const conversation: Message[] = [assistant(call('f', '{}', { id: long })), { role: 'tool', call: long, content: [text('1')] }]
    for (const [provider, pattern] of [
      ['openai', /^[A-Za-z0-9]{40}$/],
      ['mistral', /^[A-Za-z0-9]{9}$/],
    ] as const) {
      const { messages } = write(conversation, provider)
      const { id } = callsIn(messages)[0]!
      expect(id).toMatch(pattern)
      expect(messages[1]!.tool_call_id).toBe(id)
      expect(write([...conversation, assistant(answer('a'))], provider).messages.slice(0, 2)).toEqual(messages)
    }
    expect(callsIn(write(conversation, 'groq').messages)[0]!.id).toBe(long)
  })

  it('tell ids apart that differ', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `call_that_is_much_too_long_for_mistral_${index}`)
    const { messages } = write([assistant(...ids.map((id) => call('f', '{}', { id })))], 'mistral')
    expect(new Set(callsIn(messages).map(({ id }) => id)).size).toBe(500)
  })

  it.each([
    ['{"a":\n 1}', '{"a":\n 1}'],
    ['', '{}'],
    ['{"a":', '{"input":"{\\"a\\":"}'],
    ['[1]', '{"input":"[1]"}'],
  ])('have an object for arguments: %j', (args, written) => {
    expect(callsIn(write([assistant(call('f', args))]).messages)[0]!.function.arguments).toBe(written)
  })

  it('bear the names that the client offered', () => {
    const tools: Conversation['tools'] = [{ type: 'function', name: 'get_weather' }]
    expect(callsIn(write([assistant(call('functions.get_weather', '{}'))], 'openai', { tools }).messages)[0]!.function.name).toBe(
      'get_weather',
    )
  })

  it('of custom tools stay what they are', () => {
    const custom = call('f', 'free text', { id: 'c', contentType: 'custom' })
    expect(callsIn(write([assistant(custom)]).messages)).toEqual([{ id: 'c', type: 'custom', custom: { name: 'f', input: 'free text' } }])
  })
})

describe('results of tools', () => {
  const messages: Message[] = [
    assistant({ type: 'tool-call', id: 'a', name: 'f', arguments: '{}' }, { type: 'tool-call', id: 'b', name: 'f', arguments: '{}' }),
    { role: 'tool', call: 'a', content: [text('seen'), image] },
    { role: 'tool', call: 'b', content: [image], failed: true },
  ]

  it('give their images to the user, after the last of them', () => {
    const { messages: written, notCarried } = write(messages)
    expect(written.slice(1)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: the tool failed.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What the tools returned besides text:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
    expect(notCarried).toEqual([
      'images and files of tool results as such (they follow in a message of the user)',
      'that a tool failed (its result begins with "Error:")',
    ])
  })

  it.each(['Tool error', '<tool_use_error>no</tool_use_error>', 'Build failed', 'The call was interrupted'])(
    'stay as they are if they say of a failure: %s',
    (text) => {
      const failed = { role: 'tool', call: 'a', content: [{ type: 'text', text }], failed: true } as const
      const { messages: written, notCarried } = write([assistant({ type: 'tool-call', id: 'a', name: 'f', arguments: '{}' }), failed])
      expect([written.at(-1), notCarried]).toEqual([{ role: 'tool', tool_call_id: 'a', content: text }, []])
    },
  )

  it('keep them also where the user may not speak there: first the model does', () => {
    const { messages: written } = write(messages, 'mistral')
    expect(written.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'assistant', 'user'])
  })
})

describe('a conversation of another format', () => {
  const foreign = { wire: 'anthropic-messages', fields: { cache_control: {} } }

  it('is written whole, and what only that format knows is listed', () => {
    const { body, notCarried } = write([{ role: 'user', content: [{ ...text('q'), extra: foreign } as Piece], extra: foreign }], 'groq', {
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, extra: foreign },
        { type: 'native', wire: 'anthropic-messages', value: { type: 'web_search' } },
      ],
      toolChoice: 'required',
      sampling: { maxOutputTokens: 9, temperature: 0.5, topP: 0.4, topK: 3, seed: 1, stop: ['x'], choices: 2 },
      responseFormat: { type: 'json-schema', schema: { type: 'object' } },
      stream: true,
      extra: { wire: 'anthropic-messages', fields: { metadata: {} } },
    })
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      max_completion_tokens: 9,
      temperature: 0.5,
      top_p: 0.4,
      seed: 1,
      stop: ['x'],
      n: 2,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(notCarried).toEqual(['tools that only anthropic-messages has', 'topK'])
  })

  it('says the limit in the word of the provider', () => {
    const rest = { sampling: { maxOutputTokens: 9 } }
    expect(write([], 'openai', rest).body).toMatchObject({ max_completion_tokens: 9 })
    expect(write([], 'deepseek', rest).body).toMatchObject({ max_tokens: 9 })
    expect(write([], 'nobody', rest).body).toMatchObject({ max_tokens: 9 })
    const relayed = wire.readRequest!({ model: 'm', messages: [], max_completion_tokens: 9 })
    expect(wire.writeRequest!(relayed, { provider: 'mistral', wire: 'openai-chat', model: 'm' }).body).toEqual({
      model: 'm',
      messages: [],
      max_tokens: 9,
    })
    expect(wire.writeRequest!(relayed, { provider: 'llamacpp', wire: 'openai-chat', model: 'm' }).body).toMatchObject({
      max_completion_tokens: 9,
    })
  })

  it('has no options of a stream where it is not streamed', () => {
    const read = wire.readRequest!({ model: 'm', messages: [], stream: true, stream_options: { include_usage: true } })
    expect(wire.writeRequest!({ ...read, stream: false }, { wire: 'openai-chat', model: 'm' }).body).toEqual({
      model: 'm',
      messages: [],
      stream: false,
    })
  })

  it('asks for no choice among tools that are not there', () => {
    expect(write([], 'openai', { toolChoice: 'auto', tools: [] }).body).toEqual({ model: 'm', messages: [] })
  })
})
