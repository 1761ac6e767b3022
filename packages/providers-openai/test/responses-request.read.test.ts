import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../src/index.ts'
import { roundTrip, wire, type Fields } from './responses-request.ts'

const read = (body: Fields) => wire.readRequest(body)

describe('a request as a conversation', () => {
  test('a string is what the user says', () => {
    expect(read({ model: 'gpt-5', input: 'hi', instructions: 'be brief' }).messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ])
  })

  test('items that the model wrote in a row are one message, in its order', () => {
    const { messages } = read({
      model: 'gpt-5',
      input: [
        { role: 'user', content: 'q' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'plan' }], encrypted_content: 'E' },
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'wait' }] },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'done' },
      ],
    })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    const issuer = { wire: 'openai-responses', model: 'gpt-5' }
    const items = messages[1]!.role === 'assistant' ? messages[1]!.items : []
    expect(items.filter((item) => item.type !== 'native' || item.event !== 'replay.layout')).toEqual([
      {
        type: 'block',
        channel: 'reasoning',
        kind: 'summary',
        text: 'plan',
        boundary: 'wire',
        seals: [{ kind: 'encrypted', value: 'E', issuer, item: 'rs_1' }],
      },
      {
        type: 'native',
        wire: 'openai-responses',
        event: 'output_item.done',
        value: { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      },
      { type: 'block', channel: 'answer', text: 'wait', boundary: 'wire' },
      { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"a":1}' },
    ])
    expect(messages[1]).toMatchObject({ origin: issuer })
    expect(messages[2]).toMatchObject({ call: 'call_1', content: [{ type: 'text', text: 'done' }] })
  })

  test('an output with a name in place of an id belongs to the oldest open call of that name', () => {
    const call = (id: string, name: string) => ({ type: 'function_call', call_id: id, name, arguments: '{}' })
    const output = (fields: Fields) => ({ type: 'function_call_output', output: 'r', ...fields })
    const { messages } = read({
      input: [
        call('c1', 'f'),
        call('c2', 'g'),
        call('c3', 'f'),
        call('c4', 'f'),
        { role: 'user', name: 'f', content: 'more' },
        output({ call_id: 'c1' }),
        output({ name: 'f' }),
        output({ name: 'g', call_id: null }),
        output({ name: 'f' }),
        output({ name: 'f' }),
      ],
    })
    const outputs = messages.filter((message) => message.role === 'tool')
    expect(outputs.map((message) => message.call)).toEqual(['c1', 'c3', 'c2', 'c4', undefined])
    expect(outputs[4]!.content).toEqual([{ type: 'text', text: 'r' }])
  })

  test('what it holds is taken for what it is addressed to', () => {
    const body = { model: 'mine', input: [{ type: 'reasoning', summary: [], encrypted_content: 'E' }] }
    const { origin, messages } = wire.readRequest(body, { provider: 'azure', model: 'gpt-5' })
    const issuer = { provider: 'azure', model: 'gpt-5', wire: 'openai-responses' }
    expect(origin).toEqual(issuer)
    expect(messages[0]).toMatchObject({ origin: issuer, items: [{}, { kind: 'hidden', seals: [{ value: 'E', issuer }] }] })
  })

  test('images, files and sound have their sources', () => {
    const { messages } = read({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://example.org/a.png', detail: 'low' },
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
            { type: 'input_image', file_id: 'file_1' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' },
            { type: 'input_file', file_url: 'https://example.org/a.pdf' },
            { type: 'input_file', file_id: 'file_2' },
            { type: 'input_audio', input_audio: { data: 'CCCC', format: 'mp3' } },
            { type: 'input_hologram', hologram: 1 },
          ],
        },
      ],
    })
    const { content } = messages[0] as unknown as { content: Fields[] }
    expect(content.map(({ type, source, name }) => [type, source, name])).toEqual([
      ['image', { type: 'url', url: 'https://example.org/a.png' }, undefined],
      ['image', { type: 'data', mediaType: 'image/png', data: 'AAAA' }, undefined],
      ['image', { type: 'id', id: 'file_1' }, undefined],
      ['file', { type: 'data', mediaType: 'application/pdf', data: 'BBBB' }, 'a.pdf'],
      ['file', { type: 'url', url: 'https://example.org/a.pdf' }, undefined],
      ['file', { type: 'id', id: 'file_2' }, undefined],
      ['audio', { type: 'data', mediaType: 'audio/mpeg', data: 'CCCC' }, undefined],
      ['native', undefined, undefined],
    ])
  })

  test('settings have their neutral names', () => {
    const schema = { type: 'object' }
    const conversation = read({
      model: 'gpt-5',
      input: 'q',
      max_output_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      stream: true,
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: schema, strict: true }, { type: 'web_search' }],
      tool_choice: { type: 'function', name: 'f' },
      text: { format: { type: 'json_schema', name: 'n', schema, strict: true }, verbosity: 'low' },
      reasoning: { effort: 'low', generate_summary: 'concise' },
    })
    expect(conversation).toMatchObject({
      model: 'gpt-5',
      sampling: { maxOutputTokens: 99, temperature: 0.5, topP: 0.9 },
      stream: true,
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: schema, strict: true },
        { type: 'native', wire: 'openai-responses', value: { type: 'web_search' } },
      ],
      toolChoice: { name: 'f' },
      responseFormat: { type: 'json-schema', schema, name: 'n', strict: true },
      knobs: { effort: 'low', visibility: 'summary' },
    })
  })

  test.each([
    ['required', 'required'],
    [{ type: 'allowed_tools', mode: 'auto', tools: [] }, 'auto'],
    [{ type: 'custom', name: 'c' }, { name: 'c' }],
    [{ type: 'web_search' }, undefined],
  ])('a choice of tools %j is %j', (choice, expected) => {
    expect(read({ input: 'q', tool_choice: choice }).toolChoice).toEqual(expected)
  })

  test('messages of the phase commentary are that channel where it is asked for', () => {
    const input = [{ type: 'message', role: 'assistant', phase: 'commentary', content: [{ type: 'output_text', text: 'soon' }] }]
    const channels = (commentary: 'answer' | 'commentary') =>
      openaiResponses({ commentary })
        .readRequest({ input })
        .messages.flatMap((message) =>
          message.role === 'assistant' ? message.items.flatMap((item) => (item.type === 'block' ? [item.channel] : [])) : [],
        )
    expect(channels('answer')).toEqual(['answer'])
    expect(channels('commentary')).toEqual(['commentary'])
  })

  test.each([[null], [[]], ['text'], [1], [undefined]])('%j is no body', (body) => {
    expect(() => wire.readRequest(body)).toThrow(TypeError)
  })
})

describe('what was read is written the same', () => {
  test.each<[string, Fields]>([
    ['a bare string', { input: 'q' }],
    ['an empty string', { input: '' }],
    ['no input', { previous_response_id: 'resp_1' }],
    ['an empty list', { input: [], prompt: { id: 'pmpt_1' } }],
    ['instructions and nothing else', { instructions: 'be brief', conversation: 'conv_1' }],
    ['null for everything', { input: 'q', instructions: null, tools: null, text: null, reasoning: null, store: null, temperature: null }],
    [
      'settings that we do not model',
      { input: 'q', metadata: { a: '1' }, service_tier: 'flex', truncation: 'auto', text: { verbosity: 'low' } },
    ],
    ['context and mode of reasoning', { input: 'q', reasoning: { effort: 'high', context: 'all_turns', mode: 'pro', summary: null } }],
    ['an unknown effort', { input: 'q', reasoning: { effort: 'turbo' } }],
    [
      'tools of all kinds',
      {
        input: 'q',
        tools: [
          { type: 'mcp', server_label: 's' },
          { type: 'custom', name: 'c' },
          { type: 'function', name: 'f' },
        ],
      },
    ],
    [
      'a choice among tools',
      { input: 'q', tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] } },
    ],
  ])('%s', (_, body) => expect(roundTrip({ model: 'm', ...body })).toEqual({ model: 'm', ...body }))

  test.each<[string, unknown[]]>([
    ['lists of one text', [{ role: 'user', content: [{ type: 'input_text', text: 'q' }] }]],
    [
      'empty contents',
      [
        { role: 'user', content: '' },
        { role: 'user', content: [] },
      ],
    ],
    [
      'system messages in the list',
      [
        { role: 'system', content: 's' },
        { type: 'message', role: 'developer', content: 'd' },
      ],
    ],
    [
      'fields beside a text',
      [{ role: 'user', content: [{ type: 'input_text', text: 'q', prompt_cache_breakpoint: { mode: 'explicit' } }] }],
    ],
    ['base64 without a type', [{ role: 'user', content: [{ type: 'input_file', filename: 'a', file_data: 'AAAA' }] }]],
    ['null beside an image', [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://x', file_id: null, detail: 'auto' }] }]],
    ['what a model said as a string', [{ role: 'assistant', content: 'a' }]],
    ['parts with their annotations', [{ role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [], logprobs: [] }] }]],
    [
      'parts of unknown kinds',
      [{ role: 'assistant', content: [{ type: 'output_text', text: 'a' }, { type: 'scent' }, { type: 'refusal', refusal: 'no' }] }],
    ],
    ['a message without text', [{ type: 'message', role: 'assistant', content: [] }]],
    ['arguments that are an object', [{ type: 'function_call', call_id: 'c', name: 'f', arguments: { a: 1 } }]],
    [
      'no arguments',
      [
        { type: 'function_call', call_id: 'c', name: 'f' },
        { type: 'function_call', call_id: 'd', name: 'f', arguments: '' },
      ],
    ],
    [
      'calls of custom tools',
      [
        { type: 'custom_tool_call', call_id: 'c', name: 'py', input: '1' },
        { type: 'custom_tool_call_output', call_id: 'c', output: '1' },
      ],
    ],
    [
      'outputs of parts',
      [
        {
          type: 'function_call_output',
          call_id: 'c',
          output: [
            { type: 'input_text', text: 'a' },
            { type: 'input_image', image_url: 'https://x' },
          ],
        },
      ],
    ],
    ['outputs that are neither', [{ type: 'function_call_output', call_id: 'c', output: { a: 1 } }]],
    [
      'items of the tools of the provider',
      [
        { type: 'computer_call', id: 'cu', call_id: 'c' },
        { type: 'computer_call_output', call_id: 'c', output: {} },
      ],
    ],
    ['references', [{ type: 'item_reference', id: 'msg_1' }, { id: 'rs_1' }]],
    [
      'empty thoughts of all shapes',
      [
        { type: 'reasoning', summary: [], content: [], encrypted_content: 'E' },
        { type: 'reasoning', encrypted_content: 'F', summary: null },
        { role: 'assistant', content: 'a' },
      ],
    ],
    ['nonsense', [1, null, 'text', [], { role: 'judge', content: 'x' }, { type: 7 }, { role: 'user', content: 5 }]],
  ])('%s', (_, input) => expect(roundTrip({ model: 'm', input })).toEqual({ model: 'm', input }))

  test('the old name of a summary becomes the new one', () => {
    expect(roundTrip({ model: 'gpt-5', input: 'q', reasoning: { generate_summary: 'concise' } })).toEqual({
      model: 'gpt-5',
      input: 'q',
      reasoning: { summary: 'concise' },
    })
  })
})
