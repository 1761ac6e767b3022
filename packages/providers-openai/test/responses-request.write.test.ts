import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../src/index.ts'
import { assistant, call, deepseek, inputOf, openai, said, stateless, thought, tool, user, wire, type Fields } from './responses-request.ts'

const written = (conversation: Parameters<typeof stateless>[1], target = openai) =>
  wire.writeRequest(stateless([user('q')], conversation), target)

describe('a conversation from elsewhere', () => {
  test('is complete in itself: nothing is left with the provider', () => {
    expect(wire.writeRequest(stateless([user('q')]), openai).body).toEqual({
      model: 'gpt-5',
      input: [{ role: 'user', content: 'q' }],
      store: false,
      include: ['reasoning.encrypted_content'],
    })
  })

  test('asks for sealed reasoning of models that reason, and of no others', () => {
    const include = (provider: string, model: string) =>
      wire.writeRequest(stateless([user('q')]), { ...openai, provider, model }).body.include
    expect(include('openai', 'gpt-4o')).toBeUndefined()
    expect(include('azure', 'o3')).toEqual(['reasoning.encrypted_content'])
    expect(include('xai', 'grok-4.3')).toEqual(['reasoning.encrypted_content'])
    expect(include('deepseek', 'deepseek-v4-pro')).toBeUndefined()
  })

  test('has what stands before it in a field of its own', () => {
    const first = { role: 'system', content: [{ type: 'text', text: 'a' }] } as const
    const second = {
      role: 'developer',
      content: [
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ],
    } as const
    const { body } = wire.writeRequest(stateless([first, second, user('q'), first]), openai)
    expect(body).toMatchObject({
      instructions: 'a\n\nb\n\nc',
      input: [
        { role: 'user', content: 'q' },
        { role: 'system', content: 'a' },
      ],
    })
  })

  test('has instructions in its list where there is nothing else: without an input it is refused', () => {
    const only = { role: 'system', content: [{ type: 'text', text: 'a' }] } as const
    const { body } = wire.writeRequest(stateless([only]), openai)
    expect(body['input']).toEqual([{ role: 'system', content: 'a' }])
    expect(body).not.toHaveProperty('instructions')
    // The client's own text in this format stays as the client wrote it.
    const own = { model: 'm', instructions: 'a', input: [] }
    expect(wire.writeRequest(wire.readRequest(own), { ...openai, model: 'm' }).body).toMatchObject(own)
  })

  test('has answers, refusals and commentary as messages', () => {
    const refusal = { ...said('no'), kind: 'refusal' as const }
    const commentary = { ...said('soon'), channel: 'commentary' as const }
    expect(inputOf(stateless([user('q'), assistant(commentary, said('a'), refusal)]))).toEqual([
      { role: 'user', content: 'q' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'soon' }] },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'refusal', refusal: 'no' },
        ],
      },
    ])
    const [, first] = openaiResponses({ commentary: 'commentary' }).replay(stateless([user('q'), assistant(commentary)]), openai).messages
    expect(first).toMatchObject({ phase: 'commentary' })
  })

  test('has calls and their outputs, of functions and custom tools', () => {
    const custom = { ...call('py', 'c2'), arguments: '1+1', contentType: 'custom' }
    const empty = { ...call('g', 'c3'), arguments: '' }
    const messages = [user('q'), assistant(call('f', 'c1'), custom, empty), tool('a', 'c1'), tool('b', 'c2'), tool('c', 'c3')]
    expect(inputOf(stateless(messages)).slice(1)).toEqual([
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'py', input: '1+1' },
      { type: 'function_call', call_id: 'c3', name: 'g', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'a' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'b' },
      { type: 'function_call_output', call_id: 'c3', output: 'c' },
    ])
  })

  test('has calls that can be told apart: ids are made up, shortened and made different', () => {
    const long = 'x'.repeat(65)
    const messages = [
      user('q'),
      assistant(call('f'), call('g')),
      tool('1'),
      tool('2'),
      assistant(call('f', 'again')),
      tool('3', 'again'),
      assistant(call('f', 'again'), call('g', long)),
      tool('4', 'again'),
      tool('5', long),
    ]
    const ids = inputOf(stateless(messages)).flatMap(({ call_id: id, output }) =>
      id === undefined ? [] : [`${id as string} ${(output as string) ?? 'call'}`],
    )
    expect(ids).toEqual([
      'call_1_0 call',
      'call_1_1 call',
      'call_1_0 1',
      'call_1_1 2',
      'again call',
      'again 3',
      'call_6_0 call',
      'call_6_1 call',
      'call_6_0 4',
      'call_6_1 5',
    ])
  })

  test('names tools as they were offered', () => {
    const tools = [{ type: 'function', name: 'get_weather' }] as const
    const [, item] = inputOf(stateless([user('q'), assistant(call('functions.get-weather', 'c')), tool('x', 'c')], { tools }))
    expect(item).toMatchObject({ name: 'get_weather' })
  })

  test('has images, files and sound', () => {
    const content = [
      { type: 'text', text: 'look' },
      { type: 'image', source: { type: 'data', data: 'AA', mediaType: 'image/png' } },
      { type: 'image', source: { type: 'url', url: 'https://x/a.png' } },
      { type: 'file', source: { type: 'data', data: 'BB', mediaType: 'application/pdf' } },
      { type: 'file', name: 'b.pdf', source: { type: 'url', url: 'https://x/b.pdf' } },
      { type: 'audio', source: { type: 'data', data: 'CC', mediaType: 'audio/mpeg' } },
    ] as const
    expect(inputOf(stateless([{ role: 'user', content }]))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA' },
          { type: 'input_image', detail: 'auto', image_url: 'https://x/a.png' },
          { type: 'input_file', filename: 'file.pdf', file_data: 'data:application/pdf;base64,BB' },
          { type: 'input_file', filename: 'b.pdf', file_url: 'https://x/b.pdf' },
          { type: 'input_audio', input_audio: { data: 'CC', format: 'mp3' } },
        ],
      },
    ])
  })

  test('offers functions that are not strict unless they say so', () => {
    const { body } = written({
      tools: [
        { type: 'function', name: 'f' },
        { type: 'function', name: 'g', parameters: {}, strict: true },
      ],
    })
    expect(body.tools).toEqual([
      { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
      { type: 'function', name: 'g', parameters: {}, strict: true },
    ])
  })

  test('has its settings under the names of the format', () => {
    const { body } = written({
      tools: [{ type: 'function', name: 'f' }],
      toolChoice: { name: 'f' },
      sampling: { maxOutputTokens: 50 },
      responseFormat: { type: 'json-schema', schema: { type: 'object' } },
      stream: true,
    })
    expect(body).toMatchObject({
      tool_choice: { type: 'function', name: 'f' },
      max_output_tokens: 50,
      text: { format: { type: 'json_schema', name: 'answer', schema: { type: 'object' } } },
      stream: true,
    })
    expect(written({ responseFormat: { type: 'json' } }).body.text).toEqual({ format: { type: 'json_object' } })
  })

  test('says what was left out', () => {
    const { notCarried, body } = wire.writeRequest(
      stateless(
        [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'q' },
              { type: 'native', wire: 'gemini', value: 1 },
            ],
          },
          assistant(call('f', 'c')),
          { ...tool('broken', 'c'), failed: true } as never,
        ],
        {
          tools: [{ type: 'native', wire: 'gemini', value: {} }],
          sampling: { topK: 1, seed: 1, stop: ['x'], choices: 2 },
          extra: { wire: 'gemini', fields: { a: 1 } },
        },
      ),
      openai,
    )
    expect(notCarried).toEqual([
      'content that only gemini knows',
      'that a tool failed (its result begins with "Error:")',
      'tools that only another provider runs',
      'top-k',
      'a seed',
      'stop sequences',
      'several generations',
      'a of gemini',
    ])
    expect(Object.keys(body).toSorted()).toEqual(['include', 'input', 'model', 'store'])
    expect((body.input as Fields[])[0]).toEqual({ role: 'user', content: [{ type: 'input_text', text: 'q' }] })
  })
})

describe('a request that was changed after it was read', () => {
  const body = {
    model: 'gpt-5',
    input: [{ role: 'user', content: 'q' }],
    max_output_tokens: 50,
    text: { format: { type: 'text' }, verbosity: 'low' },
  }
  const changed = (more: object) => wire.writeRequest({ ...wire.readRequest(body), ...more }, openai).body

  test('says what it now says, and the rest as before', () => {
    expect(changed({ sampling: { maxOutputTokens: 60 } })).toEqual({ ...body, max_output_tokens: 60 })
    expect(changed({ sampling: {} })).not.toHaveProperty('max_output_tokens')
    expect(changed({ responseFormat: { type: 'json' } })).toEqual({ ...body, text: { format: { type: 'json_object' }, verbosity: 'low' } })
    expect(changed({ knobs: { effort: 'low' } })).toEqual({ ...body, reasoning: { effort: 'low' } })
    expect(changed({ stream: false, toolChoice: 'none' })).toEqual({ ...body, stream: false, tool_choice: 'none' })
  })

  test('goes to the model of the target', () => {
    expect(wire.writeRequest(wire.readRequest(body), { ...openai, model: 'gpt-5-mini' }).body).toEqual({ ...body, model: 'gpt-5-mini' })
  })

  test('loses what was beside a text when there are other texts', () => {
    const input = [{ role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [] }] }]
    const conversation = wire.readRequest({ model: 'gpt-5', input })
    const [message] = conversation.messages
    const edited = message?.role === 'assistant' ? { ...message, items: [...message.items, said('b')] } : message!
    expect(inputOf({ ...conversation, messages: [edited] })).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'output_text', text: 'b' },
        ],
      },
    ])
  })
})

describe('DeepSeek, which reads the list as messages', () => {
  const outline = (conversation: Parameters<typeof inputOf>[0]) =>
    inputOf(conversation, deepseek).map(({ type, role, call_id: id }) => [type ?? role, ...(id === undefined ? [] : [id])].join(' '))

  test('has the outputs of a step behind its calls, and what stood between them after', () => {
    const aside = { role: 'developer', content: [{ type: 'text', text: 'hook' }] } as const
    const messages = [user('q'), assistant(thought('r'), call('f', 'a'), call('g', 'b')), aside, tool('1', 'a'), tool('2', 'b')]
    expect(outline(stateless(messages))).toEqual([
      'user',
      'reasoning',
      'function_call a',
      'function_call b',
      'function_call_output a',
      'function_call_output b',
      'developer',
    ])
  })

  test('has a step for each run of calls, and reasoning in each', () => {
    const messages = [user('q'), assistant(thought('r'), call('f', 'a'), said('and'), call('g', 'b')), tool('1', 'a'), tool('2', 'b')]
    expect(outline(stateless(messages))).toEqual([
      'user',
      'reasoning',
      'function_call a',
      'function_call_output a',
      'reasoning',
      'message',
      'function_call b',
      'function_call_output b',
    ])
  })

  test('has no made-up reasoning where it does not think', () => {
    const messages = [user('q'), assistant(call('f', 'a')), tool('1', 'a')]
    expect(outline(stateless(messages))).toContain('reasoning')
    expect(outline(stateless(messages, { knobs: { enabled: false } }))).not.toContain('reasoning')
    expect(outline(stateless(messages, { knobs: { effort: 'none' } }))).not.toContain('reasoning')
  })

  test('has calls where they were, where an output is missing', () => {
    const messages = [user('q'), assistant(thought('r'), call('f', 'a')), user('go on')]
    expect(outline(stateless(messages))).toEqual(['user', 'reasoning', 'function_call a', 'user'])
  })
})
