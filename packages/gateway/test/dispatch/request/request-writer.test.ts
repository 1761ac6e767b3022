import type { WireFormat } from '@reason/core'
import type { Conversation } from '@reason/core/conversation'
import { anthropicMessages } from '@reason/providers-anthropic'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { describe, expect, it } from 'vitest'
import { requestOf, type ClientRequest, type Sealing } from '../../../src/client-apis/client-request.ts'
import { openaiChat as client } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses as responsesClient } from '../../../src/client-apis/responses/responses.ts'
import { createRequestWriter } from '../../../src/dispatch/request/request-writer.ts'
import type { UpstreamRequest } from '../../../src/generation/upstream-requests.ts'
import { apis } from '../../support/apis.ts'
import type { OurWire } from '../../../src/wires.ts'

const secret = 'Nobody may read this.'
const loop = {
  model: 'claude-sonnet-4-5',
  reasoning_effort: 'medium',
  seed: 7,
  messages: [
    { role: 'user', content: secret },
    {
      role: 'assistant',
      content: secret,
      reasoning_content: secret,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: JSON.stringify({ q: secret }) } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: secret },
  ],
  tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
}

function write(to: WireFormat, body: unknown, provider?: string, from: WireFormat = openaiChat()): UpstreamRequest {
  const bytes = Buffer.from(JSON.stringify(body))
  const upstream = { address: 'http://h', provider, api: apis[to.id as OurWire] }
  const written = createRequestWriter(from, to, upstream, { askUsage: true, askReasoning: undefined }).write(
    requestOf(client, JSON.parse(String(bytes))) as ClientRequest,
    bytes,
  )
  if ('status' in written) throw new Error(written.message)
  return written
}

describe('notes on a request', () => {
  it.each([
    [anthropicMessages(), 'anthropic'],
    [openaiResponses(), 'openai'],
  ])('name changes, and quote no content', (wire, provider) => {
    const { body, notes } = write(wire, loop, provider)
    expect(body.toString()).toContain(secret)
    expect(notes.length).toBeGreaterThan(0)
    expect(notes).toContainEqual(expect.stringContaining('seed'))
    expect(notes).toContainEqual(expect.stringMatching(/^message 1, reasoning dropped: /))
    expect(notes.join('\n')).not.toContain(secret)
  })

  it('count the speakers whose names only Chat Completions can carry', () => {
    const messages = [
      { role: 'system', name: 'host', content: 'Answer.' },
      { role: 'user', name: 'ann', content: 'Hello.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'tool', name: 'look', tool_call_id: 'c', content: 'Seen.' },
      { role: 'user', name: '', content: 'Go on.' },
    ]
    const note = 'left out: the name of the speaker of 2 messages'
    for (const to of [openaiResponses(), anthropicMessages()]) expect(write(to, { model: 'm', messages }).notes).toContain(note)
    expect(write(openaiChat(), { model: 'm', messages }).notes).toEqual([])
    const [, one] = messages
    expect(write(openaiResponses(), { model: 'm', messages: [one] }).notes).toEqual(['left out: the name of the speaker of 1 message'])
  })

  it('do not mention the layout of the client', () => {
    expect(write(openaiResponses(), loop, 'openai').notes.join('\n')).not.toContain('openai-chat')
  })

  it('name left-out results of tools of another provider', () => {
    const searched = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: secret } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'text', text: secret },
    ]
    const messages = [
      { role: 'user', content: secret },
      { role: 'assistant', content: searched },
      { role: 'user', content: secret },
    ]
    const request = { model: 'gpt-5', max_tokens: 100, messages }
    expect(write(openaiResponses(), request, 'openai', anthropicMessages()).notes).toEqual([
      'message 1, native part dropped: "server_tool_use" is of anthropic-messages',
      'message 1, native part dropped: "web_search_tool_result" is of anthropic-messages',
    ])
  })
})

describe('a request in another format', () => {
  const asked = (settings: object): unknown =>
    JSON.parse(
      String(write(anthropicMessages(), { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'Hi' }], ...settings }).body),
    )

  it('ignores a negative token limit of the client', () => {
    expect(asked({ max_tokens: -1 })).toMatchObject({ max_tokens: 16_384 })
  })

  it('may end with an empty message of the user, behind instructions', () => {
    const messages = [
      { role: 'system', content: 'Write.' },
      { role: 'user', content: [{ type: 'text', text: '' }] },
    ]
    const { body } = write(openaiResponses(), { model: 'm', messages })
    expect(JSON.parse(String(body))).toMatchObject({ instructions: 'Write.', input: [{ role: 'user' }] })
  })

  it('keeps stop sequences, and drops empty ones', () => {
    expect(asked({ stop: ['', 'END'] })).toMatchObject({ stop_sequences: ['END'] })
    expect(asked({ stop: [''] })).not.toHaveProperty('stop_sequences')
  })
})

describe('a request in the upstream format', () => {
  it('is forwarded byte for byte', () => {
    const bytes = Buffer.from('{ "model":"m", "seed": 12345678901234567890, "messages": [] }')
    const upstream = { address: 'http://h', provider: undefined, api: apis['openai-chat'] }
    const chat = openaiChat()
    const { write: writeRequest } = createRequestWriter(chat, chat, upstream, { askUsage: true, askReasoning: 'full' })
    expect(writeRequest(requestOf(client, JSON.parse(String(bytes))) as ClientRequest, bytes)).toEqual({ body: bytes, notes: [] })
  })

  /** The part of an answer that many libraries send back: its text and its calls. */
  const bare = {
    ...loop,
    model: 'm',
    stream: true,
    unheard: { of: 1 },
    messages: loop.messages.map((message) => {
      const { reasoning_content: _, ...rest } = message
      return rest
    }),
  }
  const call = bare.messages[1]!.tool_calls![0]!
  const signed = { ...call, extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }

  it.each([
    ['an empty reasoning', 'deepseek', 'deepseek-chat-v4', { ...bare.messages[1], reasoning_content: '' }],
    ['a blank as its reasoning', 'moonshot', 'kimi-k2-thinking', { ...bare.messages[1], reasoning_content: ' ' }],
    ['a sentinel for its call', 'google', 'gemini-3-pro-preview', { ...bare.messages[1], tool_calls: [signed] }],
  ])('gets %s if %s requires it in a message', (_, provider, model, message) => {
    const { body } = write(openaiChat(), { ...bare, model }, provider)
    const usage = { stream_options: { include_usage: true } }
    expect(JSON.parse(body.toString())).toEqual({ ...bare, model, ...usage, messages: [bare.messages[0], message, bare.messages[2]] })
  })

  it('asks for token counts, also if it is rewritten', () => {
    const bytes = Buffer.from(JSON.stringify(bare))
    const chat = openaiChat()
    const request = requestOf(client, JSON.parse(String(bytes))) as ClientRequest
    const ask = (askUsage: boolean): unknown => {
      const upstream = { address: 'http://h', provider: undefined, api: apis['openai-chat'] }
      const writer = createRequestWriter(chat, chat, upstream, { askUsage, askReasoning: undefined })
      const { body } = writer.writeConversation(request, chat.readRequest!(request.json)) as UpstreamRequest
      return JSON.parse(body.toString())
    }
    expect(ask(true)).toEqual({ ...bare, stream_options: { include_usage: true } })
    expect(ask(false)).toEqual(bare)
  })

  it('is not asked for token counts by a provider that refuses the field', () => {
    const hello = { model: 'mistral-large-latest', stream: true, messages: [{ role: 'user', content: 'Hi' }] }
    expect(JSON.parse(String(write(openaiChat(), hello, 'mistral').body))).toEqual(hello)
    const thought = { role: 'assistant', content: 'Hi', reasoning_content: 'r' }
    const rewritten = { ...hello, messages: [...hello.messages, thought, ...hello.messages] }
    expect(JSON.parse(String(write(openaiChat(), rewritten, 'mistral').body))).not.toHaveProperty('stream_options')
  })

  it.each([
    ['has reasoning', 'deepseek', { ...bare, messages: loop.messages }],
    ['is to be answered without thinking', 'deepseek', { ...bare, thinking: { type: 'disabled' } }],
    ['is for a provider that needs none', 'openai', bare],
    ['goes to no known provider', undefined, bare],
  ])('is forwarded unchanged if it %s', (_, provider, body) => {
    const sent = { ...body, model: 'm', stream_options: { include_usage: true } }
    expect(write(openaiChat(), sent, provider)).toEqual({ body: Buffer.from(JSON.stringify(sent)), notes: [] })
  })
})

describe('references to items of Responses', () => {
  const user = { role: 'user', content: 'Hi' }
  const thought = { type: 'item_reference', id: 'rs_0a1b' }
  const sealed = { type: 'item_reference', id: 'rs_abc_1' }
  const said = { type: 'item_reference', id: 'msg_0a1b' }

  function writeItems(to: WireFormat, provider: string, ...items: unknown[]): unknown {
    const bytes = Buffer.from(JSON.stringify({ model: 'm', input: [user, ...items, user] }))
    const upstream = { address: 'http://h', provider, api: apis[to.id as OurWire] }
    const writer = createRequestWriter(openaiResponses(), to, upstream, { askUsage: true, askReasoning: undefined })
    const written = writer.write(requestOf(responsesClient, JSON.parse(String(bytes))) as ClientRequest, bytes)
    return 'status' in written ? written : (JSON.parse(written.body.toString()) as unknown)
  }

  it.each([
    [openaiChat(), 'llamacpp'],
    [anthropicMessages(), 'anthropic'],
  ])('are refused if text would be missing', (wire, provider) => {
    expect(writeItems(wire, provider, thought, said)).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^input\[2\] refers to the item "msg_0a1b", but this gateway keeps no items\..*"store" to false/,
      ) as string,
    })
    expect(writeItems(wire, provider, { id: 'msg_0a1b' })).toMatchObject({ status: 400 })
    expect(writeItems(wire, provider, { type: 'compaction', encrypted_content: 'x' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('input[1] is a compaction') as string,
    })
  })

  it('are left out if only a thought is lost', () => {
    const messages = [user, user].map(({ content }) => ({ role: 'user', content: [{ type: 'text', text: content }] }))
    expect(writeItems(anthropicMessages(), 'anthropic', thought, sealed)).toMatchObject({ messages })
  })

  it('go to a provider that may have stored the items, except references to items of the gateway', () => {
    expect(writeItems(openaiResponses(), 'openai', thought, sealed, said)).toEqual({ model: 'm', input: [user, thought, said, user] })
  })
})

it.each([
  ['as the upstream speaks another format', anthropicMessages(), undefined],
  ['as something in it is sealed', openaiChat(), Buffer.from('rsn1.x')],
  ['as its upstream is to be chosen', openaiChat(), undefined],
])('reads a long conversation ahead, %s, and opens its seals step by step', async (_, to, bytes) => {
  const api = to.id === 'openai-chat' ? apis['openai-chat'] : apis['anthropic-messages']
  const writer = createRequestWriter(openaiChat(), to, { address: 'h', provider: undefined, api }, { askUsage: true })
  let turns = 0
  const seen: number[] = []
  const sealing = {
    isNeeded: () => false,
    *reopen(conversation: Conversation) {
      for (let step = 0; step < 3; step++) {
        seen.push(turns)
        yield
      }
      return conversation
    },
  } as unknown as Sealing
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }] }
  const request: ClientRequest = { ...(requestOf(client, body) as ClientRequest), isLong: true, sealing }
  const count = (): void => {
    turns++
    if (turns < 20) setImmediate(count)
  }
  setImmediate(count)
  await writer.readAhead(request, bytes)
  expect(new Set(seen).size).toBe(3)
  expect(writer.conversation(request).messages).toHaveLength(1)
  expect(seen).toHaveLength(3)
})

it('reads a long conversation once, in its own turn of the event loop', async () => {
  const writer = createRequestWriter(
    openaiChat(),
    anthropicMessages(),
    { address: 'h', provider: undefined, api: apis['anthropic-messages'] },
    { askUsage: true },
  )
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }] }
  const request: ClientRequest = { ...(requestOf(client, body) as ClientRequest), isLong: true }
  let turns = 0
  setImmediate(() => setImmediate(() => (turns = 2)))
  await writer.readAhead(request)
  expect(turns).toBe(2)
  const [first, second] = [writer.conversation(request), writer.conversation(request)]
  expect(first.messages).toBe(second.messages)
})

it.each([
  ['checks and pairs a long conversation in turns of their own', anthropicMessages(), 5],
  ['pairs nothing in a long conversation that keeps its format', openaiChat(), 3],
])('%s', async (_, to, atLeast) => {
  const api = to.id === 'openai-chat' ? apis['openai-chat'] : apis['anthropic-messages']
  const writer = createRequestWriter(openaiChat(), to, { address: 'h', provider: undefined, api }, { askUsage: true })
  const request: ClientRequest = {
    ...(requestOf(client, { model: 'm', messages: [{ role: 'user', content: 'q' }] }) as ClientRequest),
    isLong: true,
  }
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await writer.readAhead(request)
  isOver = true
  expect([atLeast, atLeast + 1]).toContain(turns)
})

it.each([
  [2500, false],
  [2501, true],
])('removes old reasoning from a long conversation of %i messages at most', (count, kept) => {
  const old = { role: 'assistant', content: 'A.', reasoning_content: 'Old.' }
  const user = { role: 'user', content: 'q' }
  const messages = [user, old, ...Array.from({ length: count - 2 }, () => user)]
  const body = { model: 'gpt-5', messages }
  const chat = openaiChat()
  const upstream = { address: 'http://h', provider: 'openai', api: apis['openai-chat'] }
  const written = createRequestWriter(chat, chat, upstream, { askUsage: false }).write(
    { ...(requestOf(client, body) as ClientRequest), isLong: true },
    Buffer.from(JSON.stringify(body)),
  )
  if ('status' in written) throw new Error(written.message)
  expect(written.body.toString().includes('Old.')).toBe(kept)
})

it('a call without a result gets one also in the same format, if the request is written anew and would be refused', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'user', content: 'y' },
  ]
  const bytes = Buffer.from(JSON.stringify({ model: 'deepseek-v4', messages }))
  const upstream = { address: 'http://h', provider: 'deepseek', api: apis['openai-chat'] }
  const writer = createRequestWriter(openaiChat() as WireFormat, openaiChat(), upstream, { askUsage: true, askReasoning: undefined })
  const changes = { knobs: { enabled: false }, fields: {} }
  const written = writer.write(requestOf(client, JSON.parse(String(bytes))) as ClientRequest, bytes, changes) as UpstreamRequest
  const sent = JSON.parse(written.body.toString()) as { messages: object[] }
  expect(sent.messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'call_1', content: expect.stringContaining('no result') })
  expect(written.notes.join()).toContain('without a result')
})
