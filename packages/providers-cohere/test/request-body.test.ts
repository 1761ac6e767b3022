import type { Conversation, Message, Target } from '@reason/core/conversation'
import { block, call, image, result, said, text, user } from '@reason/exchanges/messages'
import { describe, expect, it } from 'vitest'
import { wire } from './events.ts'

const target: Target = { provider: 'cohere', wire: 'cohere', model: 'command-a-reasoning-08-2025' }

const write = (rest: Partial<Conversation>, to = target) => wire.writeRequest!({ messages: [user], ...rest }, to)
const messagesOf = (messages: Message[], rest: Partial<Conversation> = {}) =>
  write({ messages, ...rest }).body.messages as Record<string, unknown>[]
const relayed = (body: Record<string, unknown>, to = target) => wire.writeRequest!(wire.readRequest!(body, target), to).body

describe('a body of Cohere', () => {
  it.each<[string, Record<string, unknown>]>([
    ['messages of an unknown form', { messages: { a: 1 } }],
    ['an unknown role', { messages: [{ role: 'odd', content: 'x', y: 1 }] }],
    ['no content', { messages: [{ role: 'user' }, { role: 'user', content: '' }, { role: 'user', content: [] }] }],
    ['unknown contents', { messages: [{ role: 'user', content: [{ type: 'odd' }, 5, { type: 'text' }, { type: 'image_url' }] }] }],
    ['an assistant who said nothing', { messages: [{ role: 'assistant' }, { role: 'assistant', content: '', tool_calls: [] }] }],
    ['an assistant with citations', { messages: [{ role: 'assistant', content: 'a', citations: [{ start: 0, end: 1 }] }] }],
    ['a plan without calls', { messages: [{ role: 'assistant', tool_plan: 'p' }] }],
    [
      'calls with arguments that are none',
      {
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'f', arguments: '{' } },
              { id: 'b', type: 'function', function: { name: 'f' } },
              { id: 'c', type: 'function', function: { name: 'f', arguments: null } },
              { id: 'd', type: 'function', function: { name: 'f', arguments: { x: 1 } } },
              { type: 'function', function: { name: 'g', arguments: '{}' }, z: 1 },
            ],
          },
          ...['a', 'b', 'c', 'd'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'r' })),
        ],
      },
    ],
    ['a result without a call', { messages: [{ role: 'tool', content: 'r' }] }],
    [
      'results in documents',
      { messages: [{ role: 'tool', tool_call_id: 'c', content: [{ type: 'document', document: { data: 'text' } }] }] },
    ],
    [
      'settings',
      {
        tools: [{ type: 'function', function: { name: 'f', parameters: {}, strict: true }, z: 1 }, { type: 'odd' }],
        strict_tools: true,
        documents: ['d'],
        citation_options: { mode: 'fast' },
        safety_mode: 'OFF',
        p: 1,
        k: 900,
        stop_sequences: [...'abcdef'],
        response_format: { type: 'json_object', json_schema: { type: 'object' } },
        tool_choice: 'NONE',
        seed: 1,
        stream: true,
        thinking: { type: 'enabled', token_budget: 5, z: 1 },
      },
    ],
    ['unknown settings', { response_format: { type: 'text' }, tool_choice: 'X', thinking: 'on', max_tokens: '5', tools: {} }],
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
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 't' }],
            tool_plan: 'p',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: { x: 1 } } }],
          },
          { role: 'tool', tool_call_id: 'a', content: [{ type: 'document', document: { data: { y: 2 } } }] },
        ],
        tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
        tool_choice: 'NONE',
        temperature: 0,
        p: 0.5,
        stop_sequences: ['x'],
      },
      target,
    )
    expect(conversation).toMatchObject({
      messages: [
        { role: 'system', content: text('s') },
        { role: 'user', content: [image] },
        {
          role: 'assistant',
          origin: { ...target, model: 'm' },
          items: [
            { type: 'block', channel: 'reasoning', kind: 'raw', text: 't' },
            { type: 'block', channel: 'commentary', text: 'p' },
            { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}' },
          ],
        },
        { role: 'tool', call: 'a', content: text('{"y":2}') },
      ],
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } }],
      toolChoice: 'none',
      sampling: { temperature: 0, topP: 0.5, stop: ['x'] },
    })
  })

  it('keeps what is not asked to change', () => {
    const read = wire.readRequest!({
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
      k: 3,
      p: 0.5,
      tool_choice: 'REQUIRED',
      documents: ['d'],
    })
    const { toolChoice: _, ...rest } = read
    const { body } = wire.writeRequest!({ ...rest, sampling: { topK: 4 } }, { ...target, model: 'm' })
    expect(body).toEqual({ model: 'm', messages: [{ role: 'user', content: 'q' }], k: 4, documents: ['d'] })
  })
})

describe('calls and results of another format', () => {
  it('say that a tool failed in their text alone, which is told', () => {
    const failed = { role: 'tool', call: 'a', content: text('r'), failed: true } as const
    const { body, notCarried } = write({ messages: [user, said(call('f', 'a')), failed] })
    expect((body.messages as object[]).at(-1)).toMatchObject({ content: 'Error: r' })
    expect(notCarried).toEqual(['that a tool failed (its result begins with "Error:")'])
  })

  it('belong together by id, by name and in order', () => {
    const messages = messagesOf([
      user,
      said(call('f'), call('g'), call('h', 'own')),
      result('of g', { name: 'g' }),
      result('of h', { call: 'own' }),
      result('of f'),
    ])
    expect(messages.slice(2)).toEqual([
      { role: 'tool', content: 'of f', tool_call_id: 'call_1_0' },
      { role: 'tool', content: 'of g', tool_call_id: 'call_1_1' },
      { role: 'tool', content: 'of h', tool_call_id: 'own' },
    ])
    expect((messages[1]!.tool_calls as { id: string }[]).map(({ id }) => id)).toEqual(['call_1_0', 'call_1_1', 'own'])
  })

  it('have an id of their own, also where a model repeats its ids in every turn', () => {
    const turn = (value: string) => [said(call('f', 'call_0')), result(value, { call: 'call_0' })]
    const messages = messagesOf([user, ...turn('1'), ...turn('2')])
    expect(messages.map((message) => message.tool_call_id)).toEqual([undefined, undefined, 'call_0', undefined, 'call_0_1'])
    expect((messages[3]!.tool_calls as { id: string }[])[0]?.id).toBe('call_0_1')
  })

  it('follow each other, whatever was said in between', () => {
    const messages = messagesOf([
      user,
      said(call('f', 'a')),
      said(call('g', 'b')),
      result('1', { call: 'a' }),
      user,
      result('2', { call: 'b' }),
    ])
    expect(messages.map((message) => message.tool_call_id ?? message.role)).toEqual(['user', 'assistant', 'a', 'assistant', 'b', 'user'])
  })

  it('that are one object twice are two', () => {
    const again = result('r')
    const ids = messagesOf([user, said(call('f')), again, said(call('f')), again]).map((message) => message.tool_call_id)
    expect(ids).toEqual([undefined, undefined, 'call_1_0', undefined, 'call_3_0'])
  })

  it('have the name under which the tool is offered, and an object for arguments', () => {
    const [, written] = messagesOf([user, said(call('functions.get_it', 'a', '[1]')), result('r', { call: 'a' })], {
      tools: [{ type: 'function', name: 'get-it' }],
    })
    expect(written).toEqual({
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'get-it', arguments: '{"input":"[1]"}' } }],
    })
  })

  it.each<[string, Message[], string]>([
    ['whose call is not there', [user, result('r', { call: 'a' })], 'without a call'],
    [
      'of another step',
      [user, said(call('f', 'a')), result('r', { call: 'a' }), said(block('answer', 'x')), result('r', { call: 'a' })],
      'without a call',
    ],
    ['that came twice', [user, said(call('f', 'a')), result('r', { call: 'a' }), result('r', { call: 'a' })], 'without a call'],
    ['without which the user goes on', [user, said(call('f', 'a')), user], 'has no result'],
    ['half of which are missing', [user, said(call('f', 'a'), call('g', 'b')), result('r', { call: 'b' })], 'has no result'],
  ])('%s are refused', (_, messages, reason) => {
    expect(wire.replay!({ messages }, target).refusals).toEqual([expect.stringContaining(reason)])
    expect(() => write({ messages })).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
  })

  it('are no fault while the tools are still to run', () =>
    expect(wire.replay!({ messages: [user, said(call('f'))] }, target).refusals).toEqual([]))
})

describe('a temperature', () => {
  it.each([
    [0.7, 0.7, []],
    [1, 1, []],
    [1.7, 1, ['a temperature beyond 1']],
  ])('of %f is sent as %f, as Cohere takes none beyond 1', (temperature, sent, lost) => {
    const { body, notCarried } = write({ messages: [user], sampling: { temperature } })
    expect([body.temperature, notCarried]).toEqual([sent, lost])
  })

  it('of a request of its own stays', () => {
    const body = { model: target.model, messages: [{ role: 'user', content: 'q' }], temperature: 1.7 }
    expect(relayed(body)).toEqual(body)
  })
})

describe('messages in which nothing is left', () => {
  it('are left out: Cohere refuses them', () => {
    const { body, notCarried } = write({
      messages: [
        { role: 'system', content: text('') },
        user,
        said(block('reasoning', 't')),
        { role: 'user', content: [{ type: 'audio', source: { type: 'data', data: 'AA==', mediaType: 'audio/wav' } }] },
        { role: 'user', content: text('r') },
      ],
    })
    expect(body.messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'user', content: 'r' },
    ])
    expect(notCarried).toEqual(['content that is neither text nor an image'])
  })

  it('also where they were our own and another model is asked', () => {
    const body = {
      model: target.model,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 't' }] },
      ],
    }
    expect(relayed(body)).toEqual(body)
    expect(relayed(body, { ...target, model: 'command-a-03-2025' }).messages).toEqual([{ role: 'user', content: 'q' }])
  })

  it.each<[Message[], string]>([
    [[], 'There is no message'],
    [[{ role: 'user', content: text('') }], 'No message is left: Cohere takes text, images'],
  ])('leave a request without any, which is refused: %j', (messages, reason) =>
    expect(() => write({ messages })).toThrow(
      expect.objectContaining({ code: 'REASON_REQUEST_REFUSED', message: expect.stringContaining(reason) as string }),
    ),
  )
})

describe('pieces', () => {
  it.each<[string, Message, unknown]>([
    ['an image of the user', { role: 'user', content: [image] }, [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }]],
    [
      'an address',
      { role: 'user', content: [...text('a'), { type: 'image', source: { type: 'url', url: 'https://x/y.png' } }] },
      [
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'https://x/y.png' } },
      ],
    ],
    [
      'empty texts beside others',
      { role: 'user', content: [...text(''), ...text('a'), ...text('b')] },
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    ],
    ['an image among instructions', { role: 'system', content: [...text('a'), image] }, 'a'],
    ['a developer', { role: 'developer', content: text('a') }, 'a'],
  ])('%s', (_, message, content) => expect(messagesOf([message, user])[0]?.content).toEqual(content))

  it('that are images have no place in results', () => {
    const { body, notCarried } = write({
      messages: [user, said(call('f', 'a')), { role: 'tool', call: 'a', content: [...text('r'), image] }],
    })
    expect((body.messages as unknown[])[2]).toEqual({ role: 'tool', content: 'r', tool_call_id: 'a' })
    expect(notCarried).toEqual(['images outside of what the user says'])
  })
})

describe('settings of another format', () => {
  const tools: Conversation['tools'] = [
    { type: 'function', name: 'f' },
    { type: 'native', wire: 'openai-responses', value: {} },
  ]

  it.each<[string, Partial<Conversation>, Record<string, unknown>, string[]]>([
    [
      'tools, whose parameters Cohere demands',
      { tools },
      { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }] },
      ['tools that only openai-responses has'],
    ],
    ['any tool', { tools: tools.slice(0, 1), toolChoice: 'required' }, { tool_choice: 'REQUIRED' }, []],
    [
      'one tool of several',
      { tools: [...tools.slice(0, 1), { type: 'function', name: 'g' }], toolChoice: { name: 'f' } },
      { tool_choice: 'REQUIRED', tools: [expect.objectContaining({ function: expect.objectContaining({ name: 'f' }) })] },
      [],
    ],
    [
      'one tool that is missing',
      { tools: tools.slice(0, 1), toolChoice: { name: 'other' } },
      { tool_choice: 'REQUIRED' },
      ['the choice of one tool (any was required)'],
    ],
    ['a choice of its own', { tools: tools.slice(0, 1), toolChoice: 'auto' }, { tool_choice: undefined }, []],
    ['a choice of no tools', { toolChoice: 'required' }, { tool_choice: undefined }, ['a choice of a tool where there is none']],
    ['all of the probability', { sampling: { topP: 1 } }, { p: 0.99 }, []],
    ['none of the probability', { sampling: { topP: 0 } }, { p: 0.01 }, []],
    ['many candidates for a token', { sampling: { topK: 1000 } }, { k: 500 }, []],
    ['six stops', { sampling: { stop: [...'abcdef'] } }, { stop_sequences: [...'abcde'] }, ['more than five stop sequences']],
    ['two generations', { sampling: { choices: 2 } }, {}, ['several generations']],
    [
      'JSON',
      { responseFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n' } },
      { response_format: { type: 'json_object', json_schema: { type: 'object' } } },
      [],
    ],
    [
      'JSON beside tools',
      { tools: tools.slice(0, 1), responseFormat: { type: 'json' } },
      { response_format: undefined },
      ['a format of the answer beside tools, which Cohere refuses'],
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
