import type { Json } from '@reason/gateway/json'
import type { WireSibling } from '../wire-siblings.ts'
import { ok, message, plain, signature, png, pngUrl, x } from './situation-bodies.ts'

const call = (more: Json = {}, id = 'abcDEF123'): Json => ({ id, type: 'function', function: { name: 'f', arguments: '{"q":1}' }, ...more })
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
const step = (fields: Json, ...calls: Json[]): Json => ({
  tools,
  messages: [
    x,
    { role: 'assistant', content: null, ...fields, tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'r' })),
  ],
})
const thoughtPart = { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] }
const google = { extra_content: { google: { thought_signature: 'c2lnbmF0dXJl' } } }
const details = (...list: Json[]): Json => ({ content: '', reasoning_details: list.map((one, index) => ({ ...one, index })) })

/** Conversations that began with another provider, at the second step of a tool loop. */
export const moved: readonly WireSibling[] = (
  [
    ['signed calls of Gemini', step({}, call(google)), { role: 'assistant', content: null, tool_calls: [call()] }],
    [
      'details of Gemini',
      step(details({ type: 'reasoning.encrypted', data: 'c2ln', format: 'google-gemini-v1' }), call()),
      { role: 'assistant', content: '', tool_calls: [call()] },
    ],
    [
      'signed details of Claude',
      step(details({ type: 'reasoning.text', text: 'R', signature, format: 'anthropic-claude-v1' }), call()),
      { role: 'assistant', content: [thoughtPart], tool_calls: [call()] },
    ],
    [
      'blocks of LiteLLM',
      step({ content: 'ok', reasoning_content: 'R', thinking_blocks: [{ type: 'thinking', thinking: 'R', signature }] }, call()),
      { role: 'assistant', content: [thoughtPart, ok], tool_calls: [call()] },
    ],
    [
      'a summary of OpenAI',
      step(
        details(
          { type: 'reasoning.summary', summary: 'R', format: 'openai-responses-v1' },
          { type: 'reasoning.encrypted', data: 'gAAAAABx', format: 'openai-responses-v1' },
        ),
        call(),
      ),
      { role: 'assistant', content: [thoughtPart], tool_calls: [call()] },
    ],
  ] as const
).map(([kind, request, expected]): WireSibling => ({
  id: `${kind}, before Mistral`,
  endpoint: 'completions',
  upstream: 'openai-chat',
  provider: 'mistral',
  request: { ...request, model: 'mistral-medium-latest' },
  answer: plain['openai-chat']!,
  asked: { messages: [x, sameFields(expected), {}] },
}))

/** Whatever the order of the fields is. */
function sameFields(expected: Json): Json {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, one]) => [name, sorted(one)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value
  return { asymmetricMatch: (seen: unknown) => JSON.stringify(sorted(seen)) === JSON.stringify(sorted(expected)) } as never
}

const use = (id: string, name = 'f', input: Json = { q: 1 }): Json => ({ type: 'tool_use', id, name, input })
const result = (id: string, more: Json = {}): Json => ({ type: 'tool_result', tool_use_id: id, ...more })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
const threeSteps: Json = {
  max_tokens: 4000,
  thinking: { type: 'enabled', budget_tokens: 2000 },
  tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
  messages: [
    x,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'T', signature: '' },
        { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' },
        use('toolu_1'),
        use('toolu_2'),
        use('toolu_3'),
      ],
    },
    {
      role: 'user',
      content: [
        result('toolu_2', { is_error: true, content: 'boom' }),
        result('toolu_1', { content: [{ type: 'text', text: 'see' }, image] }),
        result('toolu_3'),
      ],
    },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'U', signature }, ok, use('toolu_4', 'f', { q: 2 })] },
    { role: 'user', content: [result('toolu_4', { content: [] }), { type: 'text', text: 'go on', cache_control: { type: 'ephemeral' } }] },
  ],
}
const called = (id: string, q = 1): Json => ({ functionCall: { id, name: 'f', args: { q } } })
const responded = (id: string, response: Json): Json => ({ functionResponse: { id, name: 'f', response } })
const converseUse = (id: string, q = 1): Json => ({ toolUse: { toolUseId: id, name: 'f', input: { q } } })

/** Three steps of Claude Code: parallel calls, an error, an image, nothing, thoughts without a signature and of another account. */
export const looped: readonly WireSibling[] = (
  [
    [
      'openai-chat',
      {
        messages: [
          x,
          { role: 'assistant', content: null, tool_calls: [{ id: 'toolu_1' }, { id: 'toolu_2' }, { id: 'toolu_3' }] },
          { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: boom' },
          { role: 'tool', tool_call_id: 'toolu_1', content: 'see' },
          { role: 'tool', tool_call_id: 'toolu_3', content: '' },
          { role: 'user', content: [{ type: 'text' }, { type: 'image_url', image_url: { url: pngUrl } }] },
          { role: 'assistant', content: 'ok', tool_calls: [{ id: 'toolu_4' }] },
          { role: 'tool', tool_call_id: 'toolu_4', content: '' },
          { role: 'user', content: 'go on' },
        ],
      },
    ],
    [
      'anthropic-messages',
      {
        messages: [
          x,
          // Without the thought that has no signature.
          { role: 'assistant', content: [{ type: 'redacted_thinking' }, use('toolu_1'), use('toolu_2'), use('toolu_3')] },
          { role: 'user', content: [result('toolu_2', { is_error: true }), result('toolu_1'), result('toolu_3')] },
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'U', signature }, ok, use('toolu_4', 'f', { q: 2 })] },
          { role: 'user' },
        ],
      },
    ],
    [
      'openai-responses',
      {
        input: [
          x,
          ...['toolu_1', 'toolu_2', 'toolu_3'].map((id) => ({ type: 'function_call', call_id: id })),
          { type: 'function_call_output', call_id: 'toolu_2', output: 'Error: boom' },
          {
            type: 'function_call_output',
            call_id: 'toolu_1',
            output: [
              { type: 'input_text', text: 'see' },
              { type: 'input_image', image_url: pngUrl },
            ],
          },
          { type: 'function_call_output', call_id: 'toolu_3', output: '' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
          { type: 'function_call', call_id: 'toolu_4' },
          { type: 'function_call_output', call_id: 'toolu_4', output: '' },
          { role: 'user', content: 'go on' },
        ],
      },
    ],
    [
      'gemini',
      {
        contents: [
          { role: 'user' },
          { role: 'model', parts: [called('toolu_1'), called('toolu_2'), called('toolu_3')] },
          {
            role: 'user',
            parts: [
              responded('toolu_1', { output: 'see' }),
              { inlineData: { mimeType: 'image/png', data: png } },
              responded('toolu_2', { error: 'boom' }),
              responded('toolu_3', { output: '' }),
            ],
          },
          { role: 'model', parts: [{ text: 'ok' }, called('toolu_4', 2)] },
          { role: 'user', parts: [responded('toolu_4', { output: '' })] },
          { role: 'user', parts: [{ text: 'go on' }] },
        ],
      },
    ],
    [
      'bedrock-converse',
      {
        messages: [
          { role: 'user' },
          { role: 'assistant', content: [converseUse('toolu_1'), converseUse('toolu_2'), converseUse('toolu_3')] },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'toolu_2', content: [{ text: 'boom' }], status: 'error' } },
              { toolResult: { toolUseId: 'toolu_1', content: [{ text: 'see' }, { image: { format: 'png' } }] } },
              { toolResult: { toolUseId: 'toolu_3' } },
            ],
          },
          { role: 'assistant', content: [{ text: 'ok' }, converseUse('toolu_4', 2)] },
          { role: 'user', content: [{ toolResult: { toolUseId: 'toolu_4' } }, { text: 'go on' }] },
        ],
      },
    ],
    [
      'ollama',
      {
        messages: [
          x,
          { role: 'assistant', thinking: 'T' },
          { role: 'tool', content: 'see', images: [png] },
          { content: 'Error: boom' },
          { content: '' },
          { thinking: 'U', content: 'ok' },
          { content: '' },
          { content: 'go on' },
        ],
      },
    ],
  ] as const
).map(([upstream, asked]): WireSibling => ({
  id: `three steps of Claude Code, before ${upstream}`,
  endpoint: 'messages',
  upstream,
  request: threeSteps,
  answer: plain[upstream]!,
  told: { answer: 'ok', finish: 'end_turn' },
  asked: asked as unknown as Json,
}))

const functionCall = (id: string, args: string, more: Json = {}): Json => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: args,
  ...more,
})
/** A session of Codex that was resumed with another account: reasoning that cannot be read there, or is empty, and calls that were cut. */
export const resumed: readonly WireSibling[] = (
  [
    [
      'anthropic-messages',
      {
        messages: [
          {},
          { content: [ok, use('call_1', 'f', {}), use('call_2', 'f', { input: '{"q":' })] },
          { content: [{ tool_use_id: 'call_2' }, { tool_use_id: 'call_1' }] },
        ],
      },
    ],
    [
      'openai-chat',
      {
        messages: [
          x,
          { content: 'ok', tool_calls: [{ function: { arguments: '{}' } }, { function: { arguments: '{"input":"{\\"q\\":"}' } }] },
          {},
          {},
        ],
      },
    ],
    [
      'bedrock-converse',
      { messages: [{}, { content: [{ text: 'ok' }, { toolUse: { input: {} } }, { toolUse: { input: { input: '{"q":' } } }] }, {}] },
    ],
    [
      'ollama',
      {
        messages: [
          x,
          { content: 'ok', tool_calls: [{ function: { arguments: {} } }, { function: { arguments: { input: '{"q":' } } }] },
          {},
          {},
        ],
      },
    ],
  ] as const
).map(([upstream, asked]): WireSibling => ({
  id: `a resumed session of Codex, before ${upstream}`,
  endpoint: 'responses',
  upstream,
  request: {
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }],
    input: [
      x,
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAABforeign' },
      { type: 'reasoning', id: 'rs_2', summary: [] },
      message('ok', { phase: 'commentary' }),
      functionCall('call_1', '', { status: 'completed' }),
      functionCall('call_2', '{"q":', { status: 'incomplete' }),
      { type: 'function_call_output', call_id: 'call_2', output: 'cut' },
      { type: 'function_call_output', call_id: 'call_1', output: '' },
    ],
  },
  answer: plain[upstream]!,
  told: { answer: 'ok' },
  asked: asked as unknown as Json,
}))

/** Ids that a client uses twice, or leaves empty, and the names of functions of old. */
export const ids: readonly WireSibling[] = (
  [
    ['one id for two calls', [call({}, 'c1'), call({}, 'c1')], ['c1', 'c1_1']],
    ['an empty id', [call({}, '')], ['toolu_1_0']],
  ] as const
).map(([kind, calls, expected]): WireSibling => ({
  id: `${kind}, before Claude`,
  endpoint: 'completions',
  upstream: 'anthropic-messages',
  request: step({}, ...calls),
  answer: plain['anthropic-messages']!,
  asked: {
    messages: [{}, { content: expected.map((id) => ({ type: 'tool_use', id })) }, { content: expected.map((id) => ({ tool_use_id: id })) }],
  },
}))

/** Reasoning items of clients that leave an empty field out. OpenAI and Meta refuse an item without `summary`. */
export const summarised: readonly WireSibling[] = (
  [
    [{}, { summary: [] }],
    [{ summary: null }, { summary: [] }],
    [{ summary: [{ type: 'summary_text', text: 'S' }] }, { summary: [{ type: 'summary_text', text: 'S' }] }],
  ] as const
).map(([given, asked]): WireSibling => ({
  id: `a reasoning item with ${JSON.stringify(given)}`,
  endpoint: 'responses',
  upstream: 'openai-responses',
  request: { input: [x, { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA', ...given }, message('ok'), x] },
  answer: plain['openai-responses']!,
  asked: { input: [x, { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA', ...asked }, {}, x] },
}))
