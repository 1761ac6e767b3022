import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it, test } from 'vitest'
import { assistant, call, result, said, seal, sonnet4, thought, user, wire, write } from './conversations.ts'

const body = { model: sonnet4.model, max_tokens: 100, messages: [] as unknown[] }
const again = (more: object) => {
  const asked = { ...body, ...more }
  return { asked, written: wire.writeRequest!(wire.readRequest!(asked), sonnet4).body }
}
const clock = { type: 'tool_use', id: 't1', name: 'clock', input: { zone: 'UTC' } }

test.each<[string, object]>([
  [
    'plain strings',
    {
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
        { role: 'user', content: 'r' },
      ],
    },
  ],
  ['instructions with a cache mark', { system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] }],
  [
    'images and documents',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' }, cache_control: { type: 'ephemeral' } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            { type: 'document', source: { type: 'file', file_id: 'file_1' }, title: 'Notes', citations: { enabled: true } },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi' } },
            { type: 'search_result', source: 's', title: 't', content: [] },
          ],
        },
      ],
    },
  ],
  [
    'results beside text, failed and empty ones',
    {
      messages: [
        { role: 'user', content: 'q' },
        {
          role: 'assistant',
          content: [clock, { ...clock, id: 't2' }, { ...clock, id: 't4' }, { ...clock, id: 't3', cache_control: { type: 'ephemeral' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: '4', is_error: false },
            { type: 'tool_result', tool_use_id: 't2' },
            { type: 'tool_result', tool_use_id: 't4', content: [{ type: 'text', text: 'no' }], is_error: true },
            { type: 'tool_result', tool_use_id: 't3', content: [{ type: 'text', text: '5' }], cache_control: { type: 'ephemeral' } },
            { type: 'text', text: 'So?' },
          ],
        },
      ],
    },
  ],
  [
    'a result and a text as messages of their own',
    {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [clock] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '4' }] },
        { role: 'user', content: [{ type: 'text', text: 'So?' }] },
      ],
    },
  ],
  [
    'an instruction among the messages',
    {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'system', content: 'Be brief.' },
      ],
    },
  ],
  [
    'server tools and citations',
    {
      messages: [
        { role: 'user', content: 'q' },
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
            { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
            { type: 'text', text: 'a', citations: [{ type: 'web_search_result_location', cited_text: 'a' }] },
          ],
        },
        { role: 'user', content: 'r' },
      ],
    },
  ],
  [
    'tools of every kind',
    {
      tools: [
        { name: 'clock', description: '', input_schema: { type: 'object' }, strict: false, cache_control: { type: 'ephemeral' } },
        { type: 'custom', name: 'bare', input_schema: {} },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    },
  ],
  ['a chosen tool', { tools: [{ name: 'clock', input_schema: { type: 'object' } }], tool_choice: { type: 'tool', name: 'clock' } }],
  ['a schema for the answer', { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }],
  ['sampling', { temperature: 0.3, top_p: 0.8, top_k: 4, stop_sequences: ['\nEnd'], stream: false }],
  ['fields of tomorrow', { of_tomorrow: { a: [null] }, metadata: { user_id: 'u' }, service_tier: 'auto', container: null, thinking: null }],
])('%s come back as they were', (_, more) => {
  const { asked, written } = again(more)
  expect(written).toStrictEqual(asked)
})

describe('what is read', () => {
  it('is a conversation in no words of the provider', () => {
    expect(
      wire.readRequest!({
        ...body,
        system: 'Be brief.',
        tools: [{ name: 'clock', input_schema: { type: 'object' } }],
        tool_choice: { type: 'any' },
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'q' }] },
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'EqQB' }, clock] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't1', content: '4', is_error: true },
              { type: 'text', text: 'So?' },
            ],
          },
        ],
      }),
    ).toMatchObject({
      model: sonnet4.model,
      sampling: { maxOutputTokens: 100 },
      toolChoice: 'required',
      tools: [{ type: 'function', name: 'clock', parameters: { type: 'object' } }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        user('q'),
        {
          role: 'assistant',
          items: [
            thought('hm', { kind: 'signature', value: 'EqQB', issuer: { wire: wire.id, model: sonnet4.model } }),
            { type: 'tool-call', id: 't1', name: 'clock', arguments: '{"zone":"UTC"}' },
          ],
        },
        { role: 'tool', call: 't1', failed: true, content: [{ type: 'text', text: '4' }] },
        user('So?'),
      ],
    })
  })

  it.each([null, 'x', 1, [], undefined])('is an object: %j is refused', (value) => {
    expect(() => wire.readRequest!(value)).toThrow(TypeError)
  })
})

describe('conversations from elsewhere', () => {
  it('have their instructions at the top and the results in one message', () => {
    const { body: written, notCarried } = write({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
        user('q'),
        assistant(call('a'), call('b')),
        result('b'),
        result('a', '5'),
        user('So?'),
      ],
    })
    expect(written['system']).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.' },
    ])
    expect(written.messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: '4' }] },
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '5' }] },
        { type: 'text', text: 'So?' },
      ],
    })
    expect(notCarried).toEqual([])
  })

  it('get ids that the provider takes, the same for call and result', () => {
    const { id: _, ...nameless } = call()
    const { body: written } = write({
      messages: [
        user(),
        assistant(call('functions.clock:0'), nameless),
        result('functions.clock:0'),
        { role: 'tool', name: 'clock', content: [] },
      ],
    })
    const ids = (at: number, field: string) => (written.messages[at]!.content as Record<string, unknown>[]).map((block) => block[field])
    expect(ids(1, 'id')).toEqual(['functions_clock_0', 'toolu_1_1'])
    expect(ids(2, 'tool_use_id')).toEqual(['functions_clock_0', 'toolu_1_1'])
  })

  it('are refused where a call has no result, or a result no call', () => {
    const refusals = (...messages: Parameters<typeof write>[0]['messages']) => wire.replay!({ messages }, sonnet4).refusals
    expect(refusals(user(), assistant(call()), user('Never mind.'))).toEqual([expect.stringContaining('has no result')])
    expect(refusals(user(), assistant(said('hi')), result())).toEqual([expect.stringContaining('does not have')])
    expect(refusals(user(), assistant(call()))).toEqual([])
  })

  describe('with a schema that binds', () => {
    const open = { type: 'object', properties: { n: { type: 'integer' } } }
    const bounded = { type: 'object', properties: { n: { type: 'integer', maximum: 9 } } }
    const closed = { ...open, additionalProperties: false }
    const sent = (model: string, schema: unknown) => {
      const conversation: Conversation = {
        messages: [user()],
        responseFormat: { type: 'json-schema', schema },
        tools: [{ type: 'function', name: 'f', parameters: schema, strict: true }],
      }
      const { body: written, notCarried } = wire.writeRequest(conversation, { wire: wire.id, model })
      const { format } = (written['output_config'] ?? {}) as { format?: { schema: unknown } }
      const [tool] = written['tools'] as [{ input_schema: unknown; strict?: boolean }]
      return [format?.schema, tool.input_schema, tool.strict, notCarried]
    }
    const lost = 'what a schema says of the answer by maximum, which Claude refuses'
    it.each([
      ['claude-sonnet-4-5', closed, closed, closed, true, []],
      ['claude-sonnet-4-5', open, closed, closed, true, []],
      ['claude-sonnet-4-5', bounded, closed, bounded, undefined, ['strict arguments of tools', lost]],
      [
        'claude-sonnet-4-0',
        open,
        undefined,
        open,
        undefined,
        ['strict arguments of tools', 'a format of the answer, which claude-sonnet-4-0 refuses'],
      ],
      ['qwen3-max', bounded, bounded, bounded, true, []],
    ])('say what %s takes: %j', (model, schema, ...expected) => {
      expect(sent(model, schema)).toEqual(expected)
    })

    it('leave one of this format as it is', () => {
      const own = {
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'q' }],
        tools: [{ name: 'f', input_schema: bounded, strict: true }],
        output_config: { format: { type: 'json_schema', schema: bounded } },
      }
      expect(wire.writeRequest(wire.readRequest(own), { wire: wire.id, model: 'claude-sonnet-4-5' }).body).toEqual(own)
    })
  })

  it('tell what the format has no place for', () => {
    const { body: written, notCarried } = write({
      sampling: { maxOutputTokens: 9, seed: 1, choices: 2 },
      responseFormat: { type: 'json' },
      tools: [{ type: 'native', wire: 'openai-responses', value: {} }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q', extra: { wire: 'openai-chat', fields: { x: 1 } } },
            { type: 'audio', source: { type: 'data', data: '', mediaType: 'audio/wav' } },
            { type: 'native', wire: 'openai-chat', value: {} },
          ],
        },
        assistant({ type: 'native', wire: 'openai-chat', event: 'x', value: 1 }, said('')),
        { role: 'system', content: [{ type: 'text', text: 'late' }] },
      ],
      extra: { wire: 'openai-chat', fields: { logprobs: true } },
    })
    expect(written).toEqual({
      model: sonnet4.model,
      max_tokens: 9,
      system: [{ type: 'text', text: 'late' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    })
    expect(notCarried).toEqual([
      'audio',
      'native pieces of other formats',
      'the place of an instruction in mid-conversation, which went to the top',
      'the setting logprobs',
      'a seed',
      'several generations',
      'tools of other providers',
      'an answer that is any JSON',
    ])
  })

  it('have arguments that are no object in one', () => {
    const { body: written } = write({ messages: [user(), assistant({ ...call(), arguments: '[1' }), result()] })
    expect(written.messages[1]!.content).toMatchObject([{ input: { input: '[1' } }])
  })

  it('have text files as text', () => {
    const source = { type: 'data', data: btoa('hé'), mediaType: 'text/markdown' } as const
    const { body: written } = write({ messages: [{ role: 'user', content: [{ type: 'file', source, name: 'a.md' }] }] })
    expect(written.messages[0]!.content).toMatchObject([
      { type: 'document', title: 'a.md', source: { type: 'text', media_type: 'text/plain' } },
    ])
  })

  it('bring what a reader gave beside the text back into its block', () => {
    const citation = { type: 'char_location', cited_text: 'x' }
    const native = (event: string, value: unknown) => ({ type: 'native', wire: wire.id, event, value }) as const
    const { body: written } = write({
      messages: [
        user(),
        assistant(
          thought('a', seal()),
          said('hi'),
          native('citation', citation),
          native('tool_use.caller', { type: 'direct' }),
          call(),
          native('container', { id: 'c' }),
        ),
        result(),
      ],
    })
    expect(written.messages[1]!.content).toMatchObject([
      { type: 'thinking' },
      { type: 'text', citations: [citation] },
      { type: 'tool_use', caller: { type: 'direct' } },
    ])
  })
})
