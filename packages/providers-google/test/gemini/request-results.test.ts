import type { Conversation, Message, Target } from '@reason/core/conversation'
import { call, said, text, user } from '@reason/exchanges/messages'
import { describe, expect, it } from 'vitest'
import { wire } from './chunks.ts'

const studio: Target = { provider: 'google', wire: 'gemini', model: 'gemini-2.5-flash' }
const vertex: Target = { ...studio, provider: 'google-vertex' }

const result = (value: string, call?: string, name?: string): Message => ({
  role: 'tool',
  content: text(value),
  ...(call !== undefined && { call }),
  ...(name !== undefined && { name }),
})

interface Content {
  role: string
  parts: Record<string, { id?: string; name?: string; response?: Record<string, string> }>[]
}
/** Id, name and text of each result. */
const results = (messages: readonly Message[], target = studio) =>
  (wire.writeRequest!({ messages }, target).body.contents as Content[]).flatMap(({ parts }) =>
    parts.flatMap(({ functionResponse: one }) => (one === undefined ? [] : [[one.id, one.name, one.response?.output]])),
  )

describe('results of another format', () => {
  it('stand in the order of their calls, by which Vertex AI tells them', () => {
    const messages = [user, said(call('f', 'a'), call('f', 'b')), result('of b', 'b'), result('of a', 'a')]
    expect(results(messages, vertex)).toEqual([
      [undefined, 'f', 'of a'],
      [undefined, 'f', 'of b'],
    ])
  })

  it('have the id of their call, and where it has none, neither', () => {
    expect(results([user, said(call('f', 'a')), result('r', undefined, 'f')])).toEqual([['a', 'f', 'r']])
    expect(results([user, said(call('f'), call('g')), result('of g', undefined, 'g'), result('of f', undefined, 'f')])).toEqual([
      [undefined, 'f', 'of f'],
      [undefined, 'g', 'of g'],
    ])
  })

  it('have the name under which the call is written', () => {
    const conversation: Conversation = {
      messages: [user, said(call('functions.get_it', 'a')), result('r', 'a', 'functions.get_it')],
      tools: [{ type: 'function', name: 'get-it' }],
    }
    const contents = wire.writeRequest!(conversation, studio).body.contents as Content[]
    expect(contents.flatMap(({ parts }) => parts.flatMap((part) => Object.values(part).map(({ name }) => name)))).toEqual([
      undefined,
      'get-it',
      'get-it',
    ])
  })

  it('come before what the user says in between', () => {
    const messages: Message[] = [
      user,
      said(call('f', 'a'), call('g', 'b')),
      result('1', 'a'),
      { role: 'user', content: text('hurry') },
      { role: 'developer', content: text('be kind') },
      result('2', 'b'),
    ]
    const contents = wire.writeRequest!({ messages }, studio).body.contents as Content[]
    expect(contents.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['user', 1],
      ['model', 2],
      ['user', 2],
      ['user', 1],
      ['user', 1],
    ])
    expect(results(messages)).toHaveLength(2)
  })

  it('answer calls that stand in messages beside each other', () => {
    const messages = [user, said(call('f', 'a')), said(call('g', 'b')), result('1', 'a'), result('2', 'b')]
    expect(results(messages)).toEqual([
      ['a', 'f', '1'],
      ['b', 'g', '2'],
    ])
  })

  it.each<[string, Message[], string]>([
    ['that nothing calls for', [user, said(call('f', 'a')), result('1', 'a'), result('2', 'zz')], 'without a call'],
    ['of calls that have been left out', [user, result('1', 'a')], 'without a call'],
    [
      'of another call than the one that there is',
      [user, said(call('f', 'a'), call('g', 'b')), result('1', 'a'), result('2', 'a')],
      'without a call',
    ],
    ['of half of the calls, before the user goes on', [user, said(call('f', 'a')), user], '1 calls and 0 results'],
  ])('%s are refused', (_, messages, message) =>
    expect(wire.replay!({ messages }, studio).refusals).toContainEqual(expect.stringContaining(message)),
  )
})

describe('results of Vertex AI, which have no ids', () => {
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }, { functionCall: { name: 'g', args: {} } }] },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'g', response: { output: 'of g' } } },
          { functionResponse: { name: 'f', response: { output: 'of f' } } },
        ],
      },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'again' } } }] },
    ],
  }
  const conversation = wire.readRequest!(body, vertex)
  const pairs = conversation.messages.flatMap((message) =>
    message.role === 'tool'
      ? [message.call]
      : message.role === 'assistant'
        ? message.items.map((item) => (item as { id?: string }).id)
        : [],
  )

  it('are told by their names where their order would be wrong, so that every format can tell them', () => {
    const [f, g, ofG, ofF] = pairs
    expect([ofG, ofF]).toEqual([g, f])
    expect(new Set([f, g]).size).toBe(2)
    expect(f).toMatch(/^call_/)
    expect(pairs.slice(4)).toEqual([undefined, undefined])
  })

  it('go on as they came, and get no ids at AI Studio either', () => {
    expect(wire.writeRequest!(conversation, vertex).body).toEqual(body)
    expect(wire.writeRequest!(conversation, studio).body).toEqual(body)
  })

  it('lose their ids on the way from AI Studio, and stand in order then', () => {
    const own = {
      contents: [
        body.contents[0],
        { role: 'model', parts: ['a', 'b'].map((id) => ({ functionCall: { id, name: 'f', args: {} } })) },
        {
          role: 'user',
          parts: ['b', 'a'].map((id) => ({ functionResponse: { id, name: 'f', response: { output: id } } })),
        },
      ],
    }
    const read = wire.readRequest!(own, studio)
    expect(wire.writeRequest!(read, studio).body).toEqual(own)
    const { body: written } = wire.writeRequest!(read, vertex)
    expect(JSON.stringify(written)).not.toContain('"id"')
    expect((written.contents as Content[])[2]?.parts.map(({ functionResponse }) => functionResponse?.response?.output)).toEqual(['a', 'b'])
  })
})

it.each([
  ['of one field that has a text', { output: 'x' }, 'x', undefined],
  ['of an error', { error: 'x' }, 'x', true],
  ['of a text beside other fields', { output: 'x', lines: 3 }, '{"output":"x","lines":3}', undefined],
  ['of an error beside other fields', { error: 'x', code: 3 }, '{"error":"x","code":3}', undefined],
  ['of a number', { output: 5 }, '{"output":5}', undefined],
])('a response %s is read without a loss', (_, response, text, failed) => {
  const contents = [{ role: 'user', parts: [{ functionResponse: { name: 'f', response } }] }]
  const { messages } = wire.readRequest({ contents })
  expect(messages).toMatchObject([{ role: 'tool', name: 'f', content: [{ type: 'text', text }], ...(failed && { failed }) }])
  expect('failed' in messages[0]!).toBe(failed === true)
})
