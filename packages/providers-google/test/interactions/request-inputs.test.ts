import type { Item } from '@reason/core/result'
import type { Conversation, Message, Piece, Target } from '@reason/core/conversation'
import { call, image, text, user } from '@reason/exchanges/messages'
import { describe, expect, it } from 'vitest'
import { wire } from './events.ts'

const target: Target = { provider: 'google', wire: 'gemini-interactions', model: 'gemini-3-flash-preview' }
const vertex: Target = { ...target, provider: 'google-vertex' }
const said = (...items: Item[]): Message => ({ role: 'assistant', items })
const result = (content: Piece[], rest: { call?: string; name?: string } = {}): Message => ({ role: 'tool', content, ...rest })

const write = (conversation: Partial<Conversation>, to = target) => wire.writeRequest!({ messages: [user], ...conversation }, to)
const inputOf = (messages: Message[], rest: Partial<Conversation> = {}) =>
  write({ messages, ...rest }).body.input as Record<string, unknown>[]
const relayed = (body: Record<string, unknown>, to = target) => wire.writeRequest!(wire.readRequest!(body, target), to)

describe('calls and results', () => {
  it('have ids, which the format demands, also where the client gave them none', () => {
    const messages = [user, said(call('f'), call('f')), result(text('1')), result(text('2')), said(call('g')), result(text('3'))]
    const steps = inputOf(messages).slice(1)
    const ids = steps.map((step) => step.id ?? step.call_id)
    expect(ids).toEqual(['call_1_0', 'call_1_1', 'call_1_0', 'call_1_1', 'call_4_0', 'call_4_0'])
  })

  it('have an id of their own, also where a model repeats its ids in every turn', () => {
    const turn = (value: string) => [said(call('f', 'call_0')), result(text(value), { call: 'call_0' })]
    const steps = inputOf([user, ...turn('1'), ...turn('2')]).slice(1)
    expect(steps.map((step) => step.id ?? step.call_id)).toEqual(['call_0', 'call_0', 'call_0_1', 'call_0_1'])
  })

  it('that stand in another order belong together by name', () => {
    const steps = inputOf([user, said(call('f'), call('g')), result(text('of g'), { name: 'g' }), result(text('of f'), { name: 'f' })])
    expect(steps.slice(3)).toEqual([
      { type: 'function_result', call_id: 'call_1_1', name: 'g', result: 'of g' },
      { type: 'function_result', call_id: 'call_1_0', name: 'f', result: 'of f' },
    ])
  })

  it('bear the name under which the tool is offered', () => {
    const messages = [user, said(call('functions.get_it', 'a')), result(text('r'), { call: 'a', name: 'functions.get_it' })]
    const steps = inputOf(messages, { tools: [{ type: 'function', name: 'get-it' }] })
    expect(steps.slice(1).map(({ name }) => name)).toEqual(['get-it', 'get-it'])
  })

  it('may have media', () => {
    const steps = inputOf([user, said(call('f', 'a')), result([...text('r'), image], { call: 'a' })])
    expect(steps.at(-1)?.result).toEqual([
      { type: 'text', text: 'r' },
      { type: 'image', data: 'AA==', mime_type: 'image/png' },
    ])
  })

  it.each<[string, unknown, Piece[]]>([
    [
      'contents',
      [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'AA==', mime_type: 'image/png' },
      ],
      [
        { type: 'text', text: 'a' },
        { type: 'image', source: { type: 'data', data: 'AA==', mediaType: 'image/png' } },
      ],
    ],
    ['no contents', [], []],
    ['a list', [1, { a: 2 }], text('[1,{"a":2}]')],
    ['a number', 4, text('4')],
    ['a truth', true, text('true')],
    ['a text that is empty', '', text('')],
    ['an object', { a: 1 }, text('{"a":1}')],
    ['nothing', null, []],
  ])('whose result is %s are results for every format, and go on as they came', (_, value, content) => {
    const body = {
      model: target.model,
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'q' }] },
        { type: 'function_call', id: 'a', name: 'f', arguments: {} },
        { type: 'function_result', call_id: 'a', name: 'f', result: value },
      ],
    }
    const read = wire.readRequest!(body, target)
    expect(read.messages[2]).toMatchObject({ role: 'tool', call: 'a', name: 'f', content })
    expect(wire.writeRequest!(read, target).body).toEqual(body)
  })

  it('that nothing calls for are refused, unless the server keeps the call', () => {
    const input = [{ type: 'function_result', call_id: 'a', name: 'f', result: 'r' }]
    const kept = { model: target.model, input, previous_interaction_id: 'v1_x' }
    expect(relayed(kept).body).toEqual(kept)
    expect(() => relayed(kept, vertex)).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
    expect(wire.replay!({ messages: [user, result(text('r'), { call: 'a' })] }, target).refusals).toEqual([
      expect.stringContaining('no call'),
    ])
  })
})

it.each(['', 5, undefined])('a call whose signature is %j is a call for other formats, too', (signature) => {
  const { messages } = wire.readRequest!({ input: [{ type: 'function_call', id: 'c', name: 'f', arguments: {}, signature }] }, target)
  expect(messages).toMatchObject([{ items: [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{}' }] }])
})

describe('what the server keeps', () => {
  const input = [{ type: 'user_input', content: [{ type: 'text', text: 'q' }] }]

  it.each<[string, Target, boolean]>([
    ['the same cloud', target, true],
    ['another model there', { ...target, model: 'gemini-2.5-pro' }, true],
    ['another cloud', vertex, false],
    ['another cloud behind a router', { ...target, upstream: 'b' }, false],
  ])('an earlier interaction, at %s', (_, to, stays) => {
    const read = wire.readRequest!({ model: target.model, input, previous_interaction_id: 'v1_x' }, { ...target, upstream: 'a' })
    const { body, notCarried } = wire.writeRequest!(read, { upstream: 'a', ...to })
    expect(body.previous_interaction_id).toBe(stays ? 'v1_x' : undefined)
    expect(notCarried).toEqual(stays ? [] : ['an interaction that another provider keeps'])
  })

  it('files: they are no files for another provider', () => {
    const uri = 'https://generativelanguage.googleapis.com/v1beta/files/x'
    const content = [
      { type: 'text', text: 'q' },
      { type: 'document', uri, mime_type: 'application/pdf' },
      { type: 'image', uri: 'gs://x/y' },
    ]
    const body = { model: target.model, input: [{ type: 'user_input', content }] }
    const read = wire.readRequest!(body, target)
    expect(read.messages[0]).toMatchObject({ content: [{}, { type: 'file', source: { type: 'id', id: uri } }, { source: { type: 'id' } }] })
    expect(wire.writeRequest!(read, target).body).toEqual(body)
    const { body: written, notCarried } = wire.writeRequest!(read, vertex)
    expect(written.input).toEqual([{ type: 'user_input', content: [{ type: 'text', text: 'q' }] }])
    expect(notCarried).toEqual(['files that another provider keeps'])
  })
})

describe('pieces of other formats', () => {
  it.each<[string, Piece, unknown[]]>([
    ['an empty text', { type: 'text', text: '' }, []],
    ['an image', image, [{ type: 'image', data: 'AA==', mime_type: 'image/png' }]],
    [
      'an address that holds an image',
      { type: 'image', source: { type: 'url', url: 'data:image/gif;base64,AA==' } },
      [{ type: 'image', data: 'AA==', mime_type: 'image/gif' }],
    ],
    [
      'an address',
      { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
      [{ type: 'image', uri: 'https://x/y.png', mime_type: 'image/png' }],
    ],
    [
      'a film',
      { type: 'file', source: { type: 'data', data: 'AA==', mediaType: 'video/mp4' } },
      [{ type: 'video', data: 'AA==', mime_type: 'video/mp4' }],
    ],
    [
      'a paper',
      { type: 'file', source: { type: 'data', data: 'AA==', mediaType: 'application/pdf' } },
      [{ type: 'document', data: 'AA==', mime_type: 'application/pdf' }],
    ],
    ['a file that another provider keeps', { type: 'file', source: { type: 'id', id: 'file-1' } }, []],
    ['what only others know', { type: 'native', wire: 'openai-chat', value: {} }, []],
  ])('%s', (_, piece, content) => {
    const [step] = inputOf([{ role: 'user', content: [...text('q'), piece] }])
    expect(step).toEqual({ type: 'user_input', content: [{ type: 'text', text: 'q' }, ...content] })
  })

  it('make no step where nothing is left of them', () => {
    expect(inputOf([user, { role: 'user', content: [{ type: 'text', text: '' }] }])).toHaveLength(1)
    expect(() => write({ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] })).toThrow(
      expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }),
    )
  })
})
