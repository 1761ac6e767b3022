import { collect } from '@reason/core'
import { messageOf, type Message, type Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import {
  assistant,
  call,
  minimax,
  opus47,
  result,
  said,
  seal,
  sonnet4,
  sonnet46,
  thought,
  typesOf,
  user,
  wire,
  write,
} from './conversations.ts'

const text = (value: string) => ({ type: 'text', text: value }) as const
const blocksOf = (body: ReturnType<typeof write>['body'], at: number) => body.messages[at]!.content as Record<string, unknown>[]

describe('a conversation without turns', () => {
  const instructions = [{ role: 'system' as const, content: [{ type: 'text' as const, text: 'Be brief.' }] }]
  const refused = /There is no message but instructions/

  it('of instructions is refused', () => expect(() => write({ messages: instructions })).toThrow(refused))

  it.each([
    ['of nothing', { messages: [] }],
    ['of instructions, in a request of this format', wire.readRequest({ system: 'Be brief.', messages: [] })],
  ])('%s is for the provider to refuse', (_, conversation) => expect(write(conversation).body.messages).toEqual([]))
})

describe('an instruction in mid-conversation', () => {
  const instruction: Message = { role: 'system', content: [text('Be brief.')] }
  const messages = [user(), assistant(said('hi')), instruction, user(), assistant(said('ho')), user()]
  const rolesFor = (model: string) => write({ messages }, { ...sonnet4, model }).body.messages.map(({ role }) => role)

  it('stays in its place, once, where a model binds its thinking to all before it', () =>
    expect(rolesFor('claude-opus-5-1')).toEqual(['user', 'assistant', 'user', 'system', 'assistant', 'user']))

  it('goes to the top otherwise', () => {
    expect(rolesFor(sonnet4.model)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    expect(write({ messages }).body['system']).toEqual([text('Be brief.')])
  })
})

describe('calls and results', () => {
  const results = { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'r' }] }] }

  it('may come without their calls if the provider keeps the conversation', () => {
    const asked = { ...results, model: sonnet4.model, max_tokens: 9, thread: { type: 'continue', previous_message_id: 'msg_1' } }
    expect(wire.writeRequest(wire.readRequest(asked), sonnet4).body).toEqual(asked)
  })

  it.each([undefined, { type: 'create' }])('may not otherwise: %o', (thread) =>
    expect(() => wire.writeRequest(wire.readRequest({ ...results, thread }), sonnet4)).toThrow(/"toolu_a" that the assistant message/),
  )

  it('have ids unlike those of other turns, which other models repeat', () => {
    const { body } = write({ messages: [user(), assistant(call('call_0')), result('call_0'), assistant(call('call_0')), result('call_0')] })
    expect([1, 2, 3, 4].map((at) => blocksOf(body, at)[0]!['id'] ?? blocksOf(body, at)[0]!['tool_use_id'])).toEqual([
      'call_0',
      'call_0',
      'call_0_1',
      'call_0_1',
    ])
  })

  it('belong together where the assistant spoke in several messages', () => {
    const { plan } = write({ messages: [user(), assistant(call('a')), assistant(call('b')), result('a'), result('b')] })
    expect(plan.refusals).toEqual([])
  })

  it('stand before what a user says in between', () => {
    const { body } = write({ messages: [user(), assistant(call('a'), call('b')), user('Wait.'), user('Go.'), result('b'), result('a')] })
    expect(blocksOf(body, 2)).toMatchObject([{ tool_use_id: 'b' }, { tool_use_id: 'a' }, text('Wait.')])
  })

  it('stay where they stood in a request of the format', () => {
    const body = {
      model: sonnet4.model,
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [text('Here:'), { type: 'tool_result', tool_use_id: 'a', content: '4' }] },
      ],
    }
    expect(wire.writeRequest(wire.readRequest(body), sonnet4).body).toEqual(body)
  })

  it('say something where the tool failed', () => {
    const { body } = write({ messages: [user(), assistant(call()), { role: 'tool', call: 'toolu_1', content: [], failed: true }] })
    expect(blocksOf(body, 2)).toEqual([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'The tool failed.', is_error: true }])
  })

  it('of tools that are offered no more name them, and none may be called', () => {
    const messages = [user(), assistant(call()), result(), assistant({ ...call(), name: 'ns.clock/now' }), result(), user()]
    const none = { tool_choice: { type: 'none' } }
    const inputSchema = { input_schema: { type: 'object', properties: {} } }
    expect(write({ messages }).body).toMatchObject({
      tools: [
        { name: call().name, ...inputSchema },
        { name: 'ns_clock_now_2e71389d', ...inputSchema },
      ],
      ...none,
    })
    expect(write({ messages: [user()] }).body).not.toHaveProperty('tools')
    expect(write({ messages }, minimax).body).not.toHaveProperty('tools')
  })

  it('have names that are taken, as have the tools', () => {
    const { body, notCarried } = write({
      messages: [user(), assistant({ ...call(), name: 'ns.clock/now' }), result()],
      tools: [{ type: 'function', name: 'ns.clock/now' }],
      toolChoice: { name: 'ns.clock/now' },
    })
    expect(blocksOf(body, 1)[0]).toMatchObject({ name: 'ns_clock_now_2e71389d' })
    expect(body).toMatchObject({ tools: [{ name: 'ns_clock_now_2e71389d' }], tool_choice: { name: 'ns_clock_now_2e71389d' } })
    expect(notCarried).toEqual([expect.stringContaining('names of tools')])
  })
})

describe('texts', () => {
  it('that are blank are left out, wherever they stand', () => {
    const { body } = write({
      messages: [
        { role: 'system', content: [text(' ')] },
        { role: 'user', content: [text('\n'), text('q')] },
        assistant(said('\n\n'), call()),
        result('toolu_1', ' '),
      ],
    })
    expect(body['system']).toBeUndefined()
    expect(blocksOf(body, 0)).toEqual([text('q')])
    expect(typesOf(body, 1)).toEqual(['tool_use'])
    expect(blocksOf(body, 2)).toMatchObject([{ content: [] }])
  })

  it('that is blank and the last one says that it is empty, so that the answer before it is no beginning of one', () => {
    const { body } = write({ messages: [user(), assistant(said('It is four.')), { role: 'user', content: [text(' ')] }] })
    expect(body.messages.slice(1)).toEqual([
      { role: 'assistant', content: [text('It is four.')] },
      { role: 'user', content: '(empty message)' },
    ])
  })

  it('that begin an answer do not end in white space', () => {
    expect(blocksOf(write({ messages: [user(), assistant(said('It is '))] }).body, 1)).toEqual([text('It is')])
  })

  it('that begin an answer are refused by models that never take one', () => {
    const refusals = (model: Target) => wire.replay({ messages: [user(), assistant(said('It is'))] }, model).refusals
    expect(refusals(sonnet46)).toEqual([expect.stringContaining('which this model refuses')])
    expect(refusals(sonnet4)).toEqual([])
  })

  it('of none but instructions are no request', () => {
    const system: Message = { role: 'system', content: [text('Be brief.')] }
    expect(wire.replay({ messages: [system] }, sonnet4).refusals).toEqual([expect.stringContaining('what the user says')])
  })
})

describe('thinking', () => {
  it('goes back with the unknown fields beside it', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'EqQBCkgIARABGAI=', of_tomorrow: 1 },
      { type: 'redacted_thinking', data: 'EmwKAhgB', of_tomorrow: 2 },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
    ]
    const answer = messageOf(await collect(wire.readResponse({ content, stop_reason: 'tool_use' }, sonnet4)), sonnet4)
    const messages = [user(), answer, result()]
    expect(blocksOf(write({ messages }).body, 1)).toEqual(content)
    expect(blocksOf(write({ messages }, opus47).body, 1)).toEqual(content.slice(2))
  })

  it('has no text where none of it is signed by the model', () => {
    const other = { ...sonnet4, model: 'claude-opus-4-1' }
    const { body } = write({
      messages: [user(), assistant(thought('a', seal(other), seal(sonnet4, 'redacted', 'EmwKAhgB')), said('hi')), user()],
    })
    expect(blocksOf(body, 1)).toEqual([{ type: 'redacted_thinking', data: 'EmwKAhgB' }, text('hi')])
  })

  it('is off where words of the user behind a result leave the loop open', () => {
    const messages = [user(), assistant(call()), result(), user('So?')]
    expect(write({ messages, knobs: { effort: 'high' } }).body['thinking']).toEqual({ type: 'disabled' })
    // In the provider's own words it is for the provider to say.
    const own = write({ messages, knobs: { effort: 'high' }, sampling: { maxOutputTokens: 20_000 } }).body
    const asked = { ...own, thinking: { type: 'enabled', budget_tokens: 2000 } }
    expect(wire.writeRequest(wire.readRequest(asked), sonnet4).body).toEqual(asked)
  })

  it('is of the cloud that signed it', () => {
    const from = { ...sonnet4, upstream: 'vertex' }
    const messages = [user(), assistant(thought('a', seal(from)), said('hi')), user()]
    expect(typesOf(write({ messages }, { ...sonnet4, upstream: 'anthropic' }).body, 1)).toEqual(['text'])
    expect(typesOf(write({ messages }, from).body, 1)).toEqual(['thinking', 'text'])
  })

  it.each([
    ['bedrock', 'bedrock-converse', `us.anthropic.${sonnet4.model}-v1:0`, ['thinking', 'text']],
    ['google-vertex', 'anthropic-messages', sonnet4.model, ['thinking', 'text']],
    ['moonshot', 'anthropic-messages', sonnet4.model, ['text']],
  ])('may be signed by the same model of another cloud: %s', (provider, wireId, model, expected) => {
    const messages = [user(), assistant(thought('a', seal({ provider, wire: wireId, model })), said('hi')), user()]
    expect(typesOf(write({ messages }, sonnet4).body, 1)).toEqual(expected)
  })

  it('may not, where a model binds its thinking to an organization', () => {
    const target = { ...sonnet4, model: 'claude-opus-5-1' }
    const from = { provider: 'bedrock', wire: 'bedrock-converse', model: 'anthropic.claude-opus-5-1-v1:0' }
    const messages = [user(), assistant(thought('a', seal(from)), said('hi')), user()]
    expect(typesOf(write({ messages }, target).body, 1)).toEqual(['text'])
  })
})

describe('what a provider keeps or did', () => {
  const searched = { type: 'native', wire: wire.id, event: 'server_tool_use', value: { type: 'server_tool_use', id: 's' } } as const

  it('stays with it: its tools, its files', () => {
    expect(typesOf(write({ messages: [user(), assistant(searched, said('hi')), user()] }, minimax).body, 1)).toEqual(['text'])
    const file = { type: 'file', source: { type: 'id', id: 'file-1' } } as const
    const messages: Message[] = [{ role: 'user', content: [text('See.'), file] }]
    const written = (origin?: object) => typesOf(write({ messages, ...(origin && { origin: origin as Target }) }).body, 0)
    expect(written({ wire: 'openai-responses' })).toEqual(['text'])
    expect(written({ ...sonnet4, provider: 'vertex' })).toEqual(['text'])
    expect(written(sonnet4)).toEqual(['text', 'document'])
    expect(written()).toEqual(['text', 'document'])
  })

  it.each([
    ['server_tool_use', false, ['text']],
    ['mcp_tool_use', false, ['text']],
    ['server_tool_use', true, ['server_tool_use', 'web_search_tool_result', 'text']],
  ])('goes on with the next question: %s, whose end came: %s', (type, isEnded, expected) => {
    const native = (event: string, value: object) => ({ type: 'native', wire: wire.id, event, value: { type: event, ...value } }) as const
    const ended = isEnded ? [native('web_search_tool_result', { tool_use_id: 's', content: [] })] : []
    const restored = { ...assistant(native(type, { id: 's', name: 'f', input: {} }), ...ended, said('hi')), origin: sonnet4 }
    expect(typesOf(write({ messages: [user(), restored, user()] }).body, 1)).toEqual(expected)
  })

  it('is told by whom the request was addressed to', () => {
    const body = {
      model: sonnet4.model,
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'a', signature: 'EqQBCkgIARABGAI=' }, text('hi')] },
        { role: 'user', content: 'r' },
      ],
    }
    const read = wire.readRequest(body, { provider: 'vertex' })
    expect(read.origin).toEqual({ wire: wire.id, provider: 'vertex', model: sonnet4.model })
    expect(typesOf(write(read).body, 1)).toEqual(['text'])
    expect(typesOf(write(wire.readRequest(body)).body, 1)).toEqual(['thinking', 'text'])
  })
})

describe('media', () => {
  const typesFor = (mediaType: string, type: 'image' | 'file') => {
    const { body, notCarried } = write({
      messages: [{ role: 'user', content: [text('See.'), { type, source: { type: 'data', data: 'aGk=', mediaType } }] }],
    })
    return [(blocksOf(body, 0)[1]?.['source'] as { media_type: string } | undefined)?.media_type, notCarried.length]
  }

  it.each([
    ['image/jpg', 'image', 'image/jpeg'],
    ['image/tiff', 'image', undefined],
    ['application/pdf', 'file', 'application/pdf'],
    ['application/json', 'file', 'text/plain'],
    ['application/zip', 'file', undefined],
  ] as const)('%s, as %s', (mediaType, type, written) =>
    expect(typesFor(mediaType, type)).toEqual([written, written === undefined ? 1 : 0]),
  )

  it('of text are read for other formats, and come back as they were', () => {
    const source = { type: 'text', media_type: 'text/plain', data: '\uFEFFé\u{1F600}' }
    const body = { model: sonnet4.model, max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'document', source }] }] }
    const read = wire.readRequest(body)
    expect(read.messages[0]).toMatchObject({
      content: [{ type: 'file', source: { type: 'data', data: '77u/w6nwn5iA', mediaType: 'text/plain', text: source.data } }],
    })
    expect(wire.writeRequest(read, sonnet4).body).toEqual(body)
  })

  it('of text with half a character stay as they are', () => {
    const block = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a\ud83d' } }
    const read = wire.readRequest({ model: sonnet4.model, max_tokens: 9, messages: [{ role: 'user', content: [block] }] })
    expect(read.messages[0]).toMatchObject({ content: [{ type: 'native', value: block }] })
  })
})
