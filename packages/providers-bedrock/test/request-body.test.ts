import type { Message } from '@reason/core/conversation'
import { describe, expect, it, test } from 'vitest'
import { assistant, call, kindsOf, result, said, sonnet37, thought, user, wire, write } from './conversations.ts'

const again = (body: object) => wire.writeRequest!(wire.readRequest!(body), sonnet37).body
const toolUse = { toolUse: { toolUseId: 't1', name: 'clock', input: { zone: 'UTC' } } }
const toolConfig = { tools: [{ toolSpec: { name: 'clock', inputSchema: { json: { type: 'object' } } } }] }
const q = { role: 'user', content: [{ text: 'q' }] }

test.each<[string, object]>([
  ['instructions with a cache point', { messages: [q], system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }] }],
  ['empty lists and objects', { messages: [q], system: [], inferenceConfig: {}, toolConfig: {}, additionalModelRequestFields: {} }],
  [
    'media',
    {
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: 'aGk=' } } },
            { image: { format: 'of_tomorrow', source: { s3Location: { uri: 's3://b/k' } } } },
            { image: { format: 'png', source: { s3Location: { uri: 's3://b/k', bucketOwner: '1' } } } },
            { text: 'See these.' },
            { document: { format: 'pdf', name: 'Notes', source: { bytes: 'aGk=' }, citations: { enabled: true } } },
            { document: { format: 'txt', name: 'Text', source: { text: 'hi' } } },
            { audio: { format: 'mp3', source: { bytes: 'aGk=' } } },
            { video: { format: 'mp4', source: { bytes: 'aGk=' } } },
            { guardContent: { text: { text: 'x' } } },
          ],
        },
      ],
    },
  ],
  [
    'results beside text, of every kind',
    {
      toolConfig,
      messages: [
        q,
        { role: 'assistant', content: [toolUse, { toolUse: { ...toolUse.toolUse, toolUseId: 't2' } }] },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 't1', content: [{ json: { a: [1] } }, { text: 'x' }], status: 'success', type: 'of_tomorrow' } },
            { toolResult: { toolUseId: 't2', content: [], status: 'error' } },
            { text: 'So?' },
            { cachePoint: { type: 'default' } },
          ],
        },
      ],
    },
  ],
  [
    'citations and blocks of the provider',
    {
      messages: [
        q,
        {
          role: 'assistant',
          content: [
            { toolUse: { toolUseId: 's', name: 'search', input: {}, type: 'server_tool_use' } },
            { toolResult: { toolUseId: 's', content: [], type: 'search_result' } },
            { citationsContent: { content: [{ text: 'a' }, { text: 'b' }], citations: [{ title: 't' }] } },
          ],
        },
        q,
      ],
    },
  ],
  [
    'tools of every kind',
    {
      messages: [q],
      toolConfig: {
        tools: [
          { toolSpec: { name: 'clock', description: 'tells', inputSchema: { json: {} }, strict: true, of_tomorrow: 1 } },
          { cachePoint: { type: 'default' } },
          { systemTool: { name: 'search' } },
        ],
        toolChoice: { tool: { name: 'clock' } },
      },
    },
  ],
  [
    'sampling',
    {
      messages: [q],
      inferenceConfig: { maxTokens: 9, temperature: 0.3, topP: 0.8, stopSequences: ['x'], of_tomorrow: 1 },
      additionalModelRequestFields: { top_k: 4 },
    },
  ],
  ['the model, as the official client is given it', { modelId: sonnet37.model, messages: [q] }],
  ['fields of tomorrow', { messages: [q], of_tomorrow: { a: [null] }, guardrailConfig: { guardrailIdentifier: 'g' }, requestMetadata: {} }],
])('%s come back as they were', (_, body) => {
  expect(again(body)).toStrictEqual(body)
})

describe('what is read', () => {
  it('is a conversation in no words of the provider', () => {
    expect(
      wire.readRequest!({
        system: [{ text: 'Be brief.' }],
        inferenceConfig: { maxTokens: 9 },
        toolConfig: { ...toolConfig, toolChoice: { any: {} } },
        messages: [
          q,
          { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'hm', signature: 'EqQB' } } }, toolUse] },
          { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ json: { a: 1 } }], status: 'error' } }, { text: 'So?' }] },
        ],
      }),
    ).toMatchObject({
      sampling: { maxOutputTokens: 9 },
      toolChoice: 'required',
      tools: [{ type: 'function', name: 'clock', parameters: { type: 'object' } }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        user('q'),
        {
          role: 'assistant',
          items: [
            thought('hm', { kind: 'signature', value: 'EqQB', issuer: { wire: wire.id } }),
            { type: 'tool-call', id: 't1', name: 'clock', arguments: '{"zone":"UTC"}' },
          ],
        },
        { role: 'tool', call: 't1', failed: true, content: [{ type: 'text', text: '{"a":1}' }] },
        user('So?'),
      ],
    })
  })

  it.each([null, 'x', 1, [], undefined])('is an object: %j is refused', (value) => {
    expect(() => wire.readRequest!(value)).toThrow(TypeError)
  })
})

describe('conversations from elsewhere', () => {
  it('have roles that alternate, instructions at the top, and a list of the tools that were called', () => {
    const { body, notCarried } = write({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
        user('q'),
        user('r'),
        assistant(said('Let me see.')),
        assistant(call('call with spaces'), call('functions.clock:1')),
        result('call with spaces'),
        result('functions.clock:1', '5'),
        user('So?'),
      ],
    })
    expect(body).toEqual({
      system: [{ text: 'Be brief.' }, { text: 'Be kind.' }],
      messages: [
        { role: 'user', content: [{ text: 'q' }, { text: 'r' }] },
        {
          role: 'assistant',
          content: [
            { text: 'Let me see.' },
            { toolUse: { toolUseId: 'call_with_spaces', name: 'clock', input: {} } },
            { toolUse: { toolUseId: 'functions.clock:1', name: 'clock', input: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'call_with_spaces', content: [{ text: '4' }] } },
            { toolResult: { toolUseId: 'functions.clock:1', content: [{ text: '5' }] } },
            { text: 'So?' },
          ],
        },
      ],
      toolConfig: { tools: [{ toolSpec: { name: 'clock', inputSchema: { json: { type: 'object', properties: {} } } } }] },
    })
    expect(notCarried).toEqual([])
  })

  it('are refused where a call has no result, or a result no call', () => {
    const refusals = (...messages: Parameters<typeof write>[0]['messages']) => wire.replay!({ messages }, sonnet37).refusals
    expect(refusals(user(), assistant(call()), user('Never mind.'))).toEqual([expect.stringContaining('has no result')])
    expect(refusals(user(), assistant(said('hi')), result())).toEqual([expect.stringContaining('does not have')])
  })

  it('have no tools where none may be called', () => {
    const tools = [{ type: 'function', name: 'clock' }] as const
    expect(write({ messages: [user()], tools, toolChoice: 'none' }).body).not.toHaveProperty('toolConfig')
    const { body, notCarried } = write({ messages: [user(), assistant(call()), result()], tools, toolChoice: 'none' })
    expect(body['toolConfig']).toEqual({
      tools: [{ toolSpec: { name: 'clock', inputSchema: { json: { type: 'object', properties: {} } } } }],
    })
    expect(notCarried).toEqual(['the choice of no tool'])
  })

  it('bring files as bytes, under a name that is taken', () => {
    const file = { type: 'file', source: { type: 'data', data: 'aGk=', mediaType: 'application/pdf' }, name: 'my_notes.v2.pdf' } as const
    const text = { type: 'text', text: 'See these.' } as const
    expect(write({ messages: [{ role: 'user', content: [text, file, file] }] }).body.messages[0]!.content).toEqual([
      { text: 'See these.' },
      { document: { format: 'pdf', name: 'my notes v2 pdf', source: { bytes: 'aGk=' } } },
      { document: { format: 'pdf', name: 'my notes v2 pdf 2', source: { bytes: 'aGk=' } } },
    ])
  })

  it('tell what the format has no place for', () => {
    const { body, notCarried } = write(
      {
        sampling: { seed: 1, choices: 2, topK: 3 },
        responseFormat: { type: 'json' },
        tools: [{ type: 'native', wire: 'openai-responses', value: {} }],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'q', extra: { wire: 'openai-chat', fields: { x: 1 } } },
              { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
              { type: 'native', wire: 'openai-chat', value: {} },
            ],
          },
          assistant({ type: 'native', wire: 'openai-chat', event: 'x', value: 1 }, said(' ')),
          { role: 'system', content: [{ type: 'text', text: 'late' }] },
        ],
        extra: { wire: 'openai-chat', fields: { logprobs: true } },
      },
      { ...sonnet37, model: 'meta.llama3-3-70b-instruct-v1:0' },
    )
    expect(body).toEqual({ messages: [{ role: 'user', content: [{ text: 'q' }] }], system: [{ text: 'late' }] })
    expect(notCarried).toEqual([
      'media by reference, other than in S3: give the bytes',
      'native pieces of other formats',
      'the place of an instruction in mid-conversation, which went to the top',
      'the setting logprobs',
      'a seed',
      'several generations',
      'a format of the answer',
      'tools of other providers',
      'top_k, which each model has a field of its own for',
    ])
  })

  it('bring citations that a reader gave back to their text', () => {
    const citation = { title: 't' }
    const native = { type: 'native', wire: wire.id, event: 'citation', value: citation } as const
    const { body } = write({ messages: [user(), assistant(said('hi'), native, native), user()] })
    expect(kindsOf(body, 1)).toEqual(['citationsContent'])
    expect(body.messages[1]!.content[0]).toEqual({ citationsContent: { content: [{ text: 'hi' }], citations: [citation, citation] } })
  })
})

test('media have the types that other formats know', () => {
  const media = [
    { image: { format: 'png', source: { bytes: 'aGk=' } } },
    ...['pdf', 'docx', 'rtf'].map((format) => ({ document: { format, name: 'n', source: { bytes: 'aGk=' } } })),
  ]
  const [message] = wire.readRequest({ messages: [{ role: 'user', content: [...media, { text: 'See these.' }] }] }).messages
  const types = (message as Extract<Message, { role: 'user' }>).content.flatMap((piece) =>
    'source' in piece && 'mediaType' in piece.source ? [piece.source.mediaType] : [],
  )
  expect(types).toEqual([
    'image/png',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/rtf',
  ])
})
