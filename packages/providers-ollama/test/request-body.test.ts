import type { Item } from '@reason/core/result'
import type { Conversation, Message, Piece, Target } from '@reason/core/conversation'
import { block, call, image, result, said, text, user } from '@reason/exchanges/messages'
import { describe, expect, it } from 'vitest'
import { wire } from './lines.ts'

const target: Target = { provider: 'ollama', wire: 'ollama', model: 'qwen3:4b' }

const write = (rest: Partial<Conversation>, to = target) => wire.writeRequest!({ messages: [user], ...rest }, to)
const messagesOf = (messages: Message[], rest: Partial<Conversation> = {}) =>
  write({ messages, ...rest }).body.messages as Record<string, unknown>[]
const relayed = (body: Record<string, unknown>, to = target) => wire.writeRequest!(wire.readRequest!(body, target), to).body

describe('a body of Ollama', () => {
  it.each<[string, Record<string, unknown>]>([
    ['messages of an unknown form', { messages: { a: 1 } }],
    ['no messages, which loads the model', { messages: [] }],
    ['an unknown role', { messages: [{ role: 'odd', content: 'x', y: 1 }] }],
    ['no content', { messages: [{ role: 'user' }, { role: 'user', content: '' }, { role: 'user', content: null }] }],
    [
      'an assistant who said nothing',
      { messages: [{ role: 'assistant' }, { role: 'assistant', content: '', thinking: '', tool_calls: [] }] },
    ],
    [
      'images that are none',
      {
        messages: [
          { role: 'user', content: 'x', images: [1] },
          { role: 'user', content: 'x', images: [] },
        ],
      },
    ],
    [
      'calls with arguments that are none',
      {
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            tool_calls: [
              { function: { index: 0, name: 'f' } },
              { function: { name: 'f', arguments: null } },
              { id: 'c', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
              { function: { name: 'g', arguments: { y: 1 } }, z: 1 },
            ],
          },
          { role: 'tool', content: 'r', tool_name: 'f' },
        ],
      },
    ],
    ['calls without a function', { messages: [{ role: 'assistant', tool_calls: [{ a: 1 }] }] }],
    [
      'results that say no name',
      {
        messages: [
          { role: 'tool', content: 'r' },
          { role: 'tool', content: 'r', tool_call_id: 'c', name: 'f' },
        ],
      },
    ],
    [
      'settings',
      {
        tools: [{ type: 'function', function: { name: 'f', parameters: {}, strict: true }, z: 1 }, { type: 'odd' }],
        options: { num_ctx: 1, num_predict: -1, top_k: 2, seed: 3, stop: ['x'], min_p: 0.1 },
        format: 'json',
        keep_alive: -1,
        think: 'high',
        stream: true,
        logprobs: true,
      },
    ],
    ['unknown settings', { options: [], format: '', tools: {}, think: 3, stream: 'no' }],
  ])('with %s goes on as it came', (_, rest) => {
    const body = { model: target.model, messages: [{ role: 'user', content: 'q' }], ...rest }
    expect(relayed(body)).toEqual(body)
  })

  it('is read into the words of all formats', () => {
    const conversation = wire.readRequest!(
      {
        model: 'm',
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'q', images: ['R0lGODlh', 'UklGRg', '/9j/', 'iVBOR'] },
          {
            role: 'assistant',
            thinking: 't',
            content: 'a',
            tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"x":1}' } }, { function: { name: 'g' } }],
          },
          { role: 'tool', content: 'r', tool_name: 'f', tool_call_id: 'c' },
        ],
        tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
        options: { temperature: 0, top_p: 0.5, num_predict: -1, stop: ['x'] },
        format: { type: 'object' },
        think: 'low',
        stream: false,
      },
      target,
    )
    const types = ['image/gif', 'image/webp', 'image/jpeg', 'image/png']
    expect(conversation).toMatchObject({
      messages: [
        { role: 'system', content: text('s') },
        { role: 'user', content: [...text('q'), ...types.map((mediaType) => ({ type: 'image', source: { mediaType } }))] },
        {
          role: 'assistant',
          origin: { ...target, model: 'm' },
          items: [
            { type: 'block', channel: 'reasoning', kind: 'raw', text: 't' },
            { type: 'block', channel: 'answer', text: 'a' },
            { type: 'tool-call', id: 'c', name: 'f', arguments: '{"x":1}' },
            { type: 'tool-call', name: 'g', arguments: '' },
          ],
        },
        { role: 'tool', call: 'c', name: 'f', content: text('r') },
      ],
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } }],
      sampling: { temperature: 0, topP: 0.5, stop: ['x'] },
      responseFormat: { type: 'json-schema', schema: { type: 'object' } },
      knobs: { effort: 'low' },
      stream: false,
    })
    expect(conversation.sampling).not.toHaveProperty('maxOutputTokens')
  })

  it('keeps what is not asked to change', () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'q' }], options: { num_ctx: 5, top_k: 3 }, format: 'json' }
    const { responseFormat: _, ...rest } = wire.readRequest!(body)
    const { body: written } = wire.writeRequest!({ ...rest, sampling: { temperature: 1 } }, { ...target, model: 'm' })
    expect(written).toEqual({ model: 'm', messages: [{ role: 'user', content: 'q' }], options: { num_ctx: 5, temperature: 1 } })
  })
})

describe('calls and results of another format', () => {
  it('say that a tool failed in their text alone, which is told', () => {
    const failed = { role: 'tool', call: 'a', content: text('r'), failed: true } as const
    const { body, notCarried } = write({ messages: [user, said(call('f', 'a')), failed] })
    expect((body.messages as object[]).at(-1)).toMatchObject({ content: 'Error: r' })
    expect(notCarried).toEqual(['that a tool failed (its result begins with "Error:")'])
  })

  it('stand in the order of the calls, by which templates tell them, with their names', () => {
    const messages = messagesOf([
      user,
      said(call('f', 'a'), call('g', 'b'), call('h')),
      result('of g', { call: 'b' }),
      user,
      result('of h'),
      result('of f', { call: 'a' }),
    ])
    expect(messages.slice(2)).toEqual([
      { role: 'tool', content: 'of f', tool_name: 'f', tool_call_id: 'a' },
      { role: 'tool', content: 'of g', tool_name: 'g', tool_call_id: 'b' },
      { role: 'tool', content: 'of h', tool_name: 'h' },
      { role: 'user', content: 'q' },
    ])
  })

  it('in messages beside each other each have their results behind them', () => {
    const messages = messagesOf([user, said(call('f', 'a')), said(call('g', 'b')), result('2', { call: 'b' }), result('1', { call: 'a' })])
    expect(messages.map(({ role, tool_name: name }) => name ?? role)).toEqual(['user', 'assistant', 'f', 'assistant', 'g'])
  })

  it('have the name under which the tool is offered, and an object for arguments', () => {
    const messages = messagesOf([user, said(call('functions.get_it', 'a', '[1]')), result('r', { call: 'a', name: 'functions.get_it' })], {
      tools: [{ type: 'function', name: 'get-it' }],
    })
    expect(messages.slice(1)).toEqual([
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: { name: 'get-it', arguments: { input: '[1]' } } }] },
      { role: 'tool', content: 'r', tool_name: 'get-it', tool_call_id: 'a' },
    ])
  })

  it('keep what nothing calls for: Ollama does not mind', () => {
    expect(messagesOf([user, result('r', { call: 'z', name: 'f' })])[1]).toEqual({
      role: 'tool',
      content: 'r',
      tool_name: 'f',
      tool_call_id: 'z',
    })
  })
})

describe('pieces', () => {
  it('are one text, and images beside it', () => {
    const data: Piece = { type: 'image', source: { type: 'url', url: 'data:image/gif;base64,BB==' } }
    const [message] = messagesOf([{ role: 'user', content: [...text('a'), image, ...text('b'), data] }])
    expect(message).toEqual({ role: 'user', content: 'a\nb', images: ['AA==', 'BB=='] })
  })

  it.each<[string, Piece]>([
    ['an address', { type: 'image', source: { type: 'url', url: 'https://x/y.png' } }],
    ['a file', { type: 'file', source: { type: 'data', data: 'AA==', mediaType: 'application/pdf' } }],
    ['what only others know', { type: 'native', wire: 'openai-chat', value: {} }],
  ])('%s has no place, and it is said', (_, piece) => {
    const { body, notCarried } = write({ messages: [{ role: 'user', content: [...text('a'), piece] }] })
    expect(body.messages).toEqual([{ role: 'user', content: 'a' }])
    expect(notCarried).toEqual(['content that is neither text nor an image in the request'])
  })

  it('of results may be images', () => {
    const messages = messagesOf([user, said(call('f', 'a')), { role: 'tool', call: 'a', content: [image] }])
    expect(messages[2]).toMatchObject({ role: 'tool', content: '', images: ['AA=='] })
  })

  it('of a developer are instructions', () =>
    expect(messagesOf([{ role: 'developer', content: text('a') }, user])[0]).toEqual({ role: 'system', content: 'a' }))
})

describe('replay', () => {
  it('sends all thinking back, of every author, and no seals', () => {
    const sealed: Item = {
      type: 'block',
      channel: 'reasoning',
      text: 't',
      boundary: 'wire',
      seals: [{ kind: 'signature', value: 's', issuer: { wire: 'anthropic-messages' } }],
    }
    const { messages, decisions } = wire.replay!({ messages: [user, said(sealed, block('reasoning', 'u'), block('answer', 'a'))] }, target)
    expect(messages[1]).toEqual({ role: 'assistant', content: 'a', thinking: 't\n\nu' })
    expect(decisions).toMatchObject([{ action: 'downgraded' }, { action: 'kept' }])
  })

  it('is decided once: what comes later changes nothing before', () => {
    const start = [user, said(block('reasoning', 't'), call('f', 'a')), result('r', { call: 'a' })]
    const short = wire.replay!({ messages: start }, target).messages
    expect(wire.replay!({ messages: [...start, said(block('answer', 'x')), user] }, target).messages.slice(0, short.length)).toEqual(short)
  })

  it('keeps texts of another format apart, and those of its own as they were', () => {
    const thoughts = [block('reasoning', 'r'), block('reasoning', ''), block('reasoning', 'c'), block('answer', 'a'), block('answer', 'b')]
    const of = (wire: string) => messagesOf([user, { ...said(...thoughts), origin: { wire } }])[1]
    expect(of('openai-responses')).toEqual({ role: 'assistant', thinking: 'r\n\nc', content: 'ab' })
    expect(of('ollama')).toEqual({ role: 'assistant', thinking: 'rc', content: 'ab' })
  })

  it('says that commentary is content now', () => {
    const { body, notCarried } = write({ messages: [user, said(block('commentary', 'c'), block('answer', 'a'))] })
    expect((body.messages as unknown[])[1]).toEqual({ role: 'assistant', content: 'c\n\na' })
    expect(notCarried).toEqual([expect.stringContaining('commentary')])
  })
})

describe('settings of another format', () => {
  const tools: Conversation['tools'] = [
    { type: 'function', name: 'f' },
    { type: 'native', wire: 'openai-responses', value: {} },
  ]

  it.each<[string, Partial<Conversation>, Record<string, unknown>, string[]]>([
    ['tools', { tools }, { tools: [{ type: 'function', function: { name: 'f' } }] }, ['tools that only openai-responses has']],
    [
      'tools whose parameters may be anything',
      {
        tools: [
          {
            type: 'function',
            name: 'f',
            parameters: { type: ['object', 'null'], properties: { a: true, b: { type: 'string' } }, required: ['a'] },
          },
        ],
      },
      {
        tools: [
          {
            type: 'function',
            function: { name: 'f', parameters: { type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['a'] } },
          },
        ],
      },
      [],
    ],
    ['a choice that is none', { tools: tools.slice(0, 1), toolChoice: 'auto' }, { tools: [expect.anything()] }, []],
    [
      'the choice of none',
      { tools: tools.slice(0, 1), toolChoice: 'none' },
      { tools: undefined },
      ['a choice of tools (those that may not be called were left out)'],
    ],
    [
      'a choice of one',
      { tools: [...tools.slice(0, 1), { type: 'function', name: 'g' }], toolChoice: { name: 'f' } },
      { tools: [expect.anything()] },
      ['a choice of tools'],
    ],
    [
      'sampling',
      { sampling: { maxOutputTokens: 5, temperature: 1, topP: 0.5, topK: 3, seed: 4, stop: ['x'], choices: 1 } },
      { options: { num_predict: 5, temperature: 1, top_p: 0.5, top_k: 3, seed: 4, stop: ['x'] } },
      [],
    ],
    ['two generations', { sampling: { choices: 2 } }, {}, ['several generations']],
    ['a stream', { stream: true }, { stream: true }, []],
    ['no stream, which Ollama has to be told', {}, { stream: false }, []],
    ['JSON', { responseFormat: { type: 'json' } }, { format: 'json' }, []],
    [
      'a schema',
      { responseFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n', strict: true } },
      { format: { type: 'object' } },
      [],
    ],
    [
      'settings that only one format knows',
      { extra: { wire: 'openai-chat', fields: { logit_bias: { 1: 2 } } } },
      {},
      ['the setting logit_bias'],
    ],
  ])('%s', (_, rest, fields, lost) => {
    const { body, notCarried } = write(rest)
    for (const [name, value] of Object.entries(fields)) expect(body[name]).toEqual(value)
    expect(notCarried).toEqual(lost)
  })
})
