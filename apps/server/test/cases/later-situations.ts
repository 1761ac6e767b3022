import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../matrix/upstream.ts'
import { chat, chunk, claude, cohere, converse, counts, gemini, head, json, ollama, sse } from './sibling-bodies.ts'
import { f } from './sibling-calls.ts'
import type { Told } from './wire-drive.ts'
import type { Endpoint } from './wire-rows.ts'
import type { WireSibling } from './wire-siblings.ts'

const endpoints: readonly Endpoint[] = ['completions', 'messages', 'responses']
const ok = { type: 'text', text: 'ok' }
const message = (text: string, more: Json = {}): Json => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
})
const responses = (output: readonly Json[], more: Json = {}): Json => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  ...more,
})
const plain: Readonly<Partial<Record<OurWire, Served>>> = {
  'openai-chat': json(chat({ content: 'ok' })),
  'openai-responses': json(responses([message('ok')])),
  'anthropic-messages': json(claude([ok])),
  gemini: json(gemini([{ text: 'ok' }], 'STOP')),
  'bedrock-converse': json(converse([{ text: 'ok' }], 'end_turn')),
  cohere: json(cohere([ok], 'COMPLETE')),
  ollama: json(ollama({ content: 'ok' }, 'stop')),
}

const signature = 'EqQBCkYIAxgCKkBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const png = 'iVBORw0KGgo='
const pngUrl = `data:image/png;base64,${png}`
const x = { role: 'user', content: 'x' }

/** Efforts of Responses requests, by provider. The gateway sends the same word, the nearest one, a switch, or a number of tokens. */
type Effort = readonly [upstream: OurWire, provider: string | undefined, model: string, efforts: Readonly<Record<string, Json>>]
const claudeEffort = (effort: string): Json => ({ thinking: { type: 'adaptive' }, output_config: { effort } })
const level = (thinkingLevel: string): Json => ({ generationConfig: { thinkingConfig: { thinkingLevel } } })
const efforts: readonly Effort[] = [
  [
    'openai-chat',
    'openai',
    'gpt-5.5',
    { minimal: { reasoning_effort: 'low' }, xhigh: { reasoning_effort: 'xhigh' }, max: { reasoning_effort: 'xhigh' } },
  ],
  [
    'openai-chat',
    'groq',
    'openai/gpt-oss-120b',
    { none: { reasoning_effort: 'low', include_reasoning: false }, max: { reasoning_effort: 'high' } },
  ],
  ['openai-chat', 'groq', 'qwen/qwen3-32b', { none: { reasoning_effort: 'none' }, xhigh: { reasoning_effort: 'default' } }],
  ['openai-chat', 'mistral', 'mistral-medium-3-5', { none: { reasoning_effort: 'none' }, low: { reasoning_effort: 'high' } }],
  [
    'openai-chat',
    'deepseek',
    'deepseek-v4',
    { none: { thinking: { type: 'disabled' } }, max: { reasoning_effort: 'max', thinking: { type: 'enabled' } } },
  ],
  [
    'openai-chat',
    'openrouter',
    'anthropic/claude-opus-4.8',
    { none: { reasoning: { enabled: false } }, max: { reasoning: { effort: 'xhigh' } } },
  ],
  ['openai-chat', 'xai', 'grok-4.3', { minimal: { reasoning_effort: 'low' }, xhigh: { reasoning_effort: 'high' } }],
  ['openai-chat', 'zai', 'glm-5', { none: { thinking: { type: 'disabled' } }, high: { thinking: { type: 'enabled' } } }],
  ['openai-chat', 'vllm', 'Qwen/Qwen3-8B', { none: { chat_template_kwargs: { enable_thinking: false } } }],
  ['openai-chat', 'dashscope', 'qwen3.6-plus', { none: { enable_thinking: false }, low: { enable_thinking: true, thinking_budget: 2048 } }],
  [
    'anthropic-messages',
    'anthropic',
    'claude-opus-4-8',
    { none: { thinking: { type: 'disabled' } }, minimal: claudeEffort('low'), max: claudeEffort('max') },
  ],
  ['anthropic-messages', 'anthropic', 'claude-haiku-4-5', { low: { thinking: { type: 'enabled', budget_tokens: 2048 } } }],
  ['anthropic-messages', 'anthropic', 'claude-fable-5-1', { none: claudeEffort('low') }],
  [
    'gemini',
    undefined,
    'gemini-3.1-pro-preview',
    { none: level('low'), minimal: level('low'), medium: level('medium'), max: level('high') },
  ],
  ['gemini', undefined, 'gemini-2.5-flash', { none: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } } }],
  ['bedrock-converse', undefined, 'openai.gpt-oss-120b-1:0', { xhigh: { additionalModelRequestFields: { reasoning_effort: 'high' } } }],
  ['bedrock-converse', undefined, 'us.anthropic.claude-opus-4-8-v1:0', { max: { additionalModelRequestFields: claudeEffort('max') } }],
  ['cohere', undefined, 'command-a-reasoning-08-2025', { none: { thinking: { type: 'disabled' } } }],
  ['ollama', undefined, 'gpt-oss:20b', { none: { think: 'low' }, xhigh: { think: 'high' } }],
  ['ollama', undefined, 'qwen3', { none: { think: false }, high: { think: true } }],
]
const asksEffort: readonly WireSibling[] = efforts.flatMap(([upstream, provider, model, words]) =>
  Object.entries(words).map(([effort, asked]): WireSibling => ({
    id: `the effort ${effort} of Responses, to ${model} at ${provider ?? upstream}`,
    endpoint: 'responses',
    upstream,
    ...(provider && { provider }),
    request: { model, reasoning: { effort } },
    answer: plain[upstream]!,
    told: { answer: 'ok' },
    asked,
  })),
)

/** Switches of other servers and SDKs in Chat Completions, before another API. */
const switches: readonly WireSibling[] = (
  [
    ['a template without thinking', { chat_template_kwargs: { enable_thinking: false } }, 'off'],
    ['the switch of Qwen', { enable_thinking: false }, 'off'],
    ['the switch of Ollama', { think: false }, 'off'],
    ['the switch of OpenRouter', { reasoning: { enabled: false } }, 'off'],
    ['the switch of Claude', { thinking: { type: 'disabled' } }, 'off'],
    ['a switch in an extra body that no SDK merged', { extra_body: { enable_thinking: false } }, 'off'],
    ["Google's level without an extra body", { google: { thinking_config: { thinking_level: 'low' } } }, 'low'],
    ["Google's level", { extra_body: { google: { thinking_config: { thinking_level: 'low' } } } }, 'low'],
    ['an effort of a template', { chat_template_kwargs: { reasoning_effort: 'low' } }, 'low'],
  ] as const
).flatMap(([kind, request, wanted]): WireSibling[] => [
  {
    id: `${kind}, before Claude`,
    endpoint: 'completions',
    upstream: 'anthropic-messages',
    provider: 'anthropic',
    request: { ...request, model: 'claude-opus-4-8' },
    answer: plain['anthropic-messages']!,
    asked: wanted === 'off' ? { thinking: { type: 'disabled' } } : claudeEffort('low'),
  },
  {
    id: `${kind}, before Responses`,
    endpoint: 'completions',
    upstream: 'openai-responses',
    request,
    answer: plain['openai-responses']!,
    asked: { reasoning: { effort: wanted === 'off' ? 'none' : 'low' } },
  },
])

/** How providers refuse, and what clients make of it: words and code, or the type of an error where there is no code. */
type Refusal = readonly [kind: string, upstream: OurWire, served: Served, message: string, code: string, ofMessages?: string]
const refusals: readonly Refusal[] = [
  [
    'an overloaded provider',
    'anthropic-messages',
    json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529),
    'Overloaded',
    'overloaded_error',
  ],
  [
    'a prompt that is too long',
    'anthropic-messages',
    json({ type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } }, 400),
    'prompt is too long: 210000 tokens > 200000 maximum',
    'context_length_exceeded',
  ],
  [
    'a quota that is used up',
    'openai-chat',
    json({ error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } }, 429),
    'You exceeded your current quota',
    'insufficient_quota',
  ],
  [
    "a list of Cloudflare's",
    'openai-chat',
    json({ success: false, errors: [{ message: 'AiError: bad', code: 'ai_error' }], result: null }, 400),
    'AiError: bad',
    'ai_error',
  ],
  ['a code of Databricks', 'openai-chat', json({ error_code: 'BAD_REQUEST', message: 'Bad' }, 400), 'Bad', 'BAD_REQUEST'],
  [
    'a filter of Azure',
    'openai-chat',
    json({ error: { message: 'The prompt triggered the policy.', param: 'prompt', code: 'content_filter', status: 400 } }, 400),
    'The prompt triggered the policy.',
    'content_filter',
  ],
  [
    'a model that is not there',
    'ollama',
    json({ error: 'model "x" not found, try pulling it first' }, 404),
    'model "x" not found, try pulling it first',
    'upstream_error',
    'not_found_error',
  ],
  [
    'an exception of Converse',
    'bedrock-converse',
    json({ message: 'Too many tokens, please wait.' }, 429),
    'Too many tokens, please wait.',
    'upstream_error',
    'rate_limit_error',
  ],
  [
    'a failed response',
    'openai-responses',
    json(responses([], { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down' } })),
    'Slow down',
    'rate_limit_exceeded',
  ],
  [
    'an error in a choice',
    'openai-chat',
    json({
      ...chat({}),
      choices: [{ index: 0, message: { content: '' }, finish_reason: 'error', error: { code: 502, message: 'Provider disconnected' } }],
    }),
    'Provider disconnected',
    '502',
    'api_error',
  ],
  ['a text with the status 200', 'openai-chat', json({ error: 'Boom text' }), 'Boom text', 'upstream_error', 'api_error'],
]
const refused: readonly WireSibling[] = refusals.flatMap(([kind, upstream, answer, words, code, ofMessages = code]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer,
    told: { error: `${words} / ${endpoint === 'messages' ? ofMessages : code}` },
  })),
)

/** When a provider that is busy says to ask again, and where. */
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '39.5s' }
const busy = { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' }
const delays: readonly WireSibling[] = (
  [
    ['RetryInfo', 'gemini', json({ error: { ...busy, details: [retryInfo] } }, 429), '40'],
    ['RetryInfo in a list', 'openai-chat', json([{ error: { ...busy, details: [retryInfo] } }], 429), '40'],
    ['a delay of a quota', 'gemini', json({ error: { ...busy, details: [{ metadata: { quotaResetDelay: '373.8ms' } }] } }, 429), '1'],
    [
      'a header of the provider behind a router',
      'openai-chat',
      json({ error: { ...busy, metadata: { headers: { 'Retry-After': '7' } } } }, 429),
      '7',
    ],
    ['nothing', 'gemini', json({ error: busy }, 429), undefined],
  ] as const
).flatMap(([kind, upstream, answer, delay]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `a refusal whose body says ${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer,
    told: { error: `Quota / ${endpoint === 'messages' ? 'rate_limit_error' : '429'}` },
    head: { 'retry-after': delay },
  })),
)

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
const moved: readonly WireSibling[] = (
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
const looped: readonly WireSibling[] = (
  [
    [
      'openai-chat',
      {
        messages: [
          x,
          { role: 'assistant', content: null, tool_calls: [{ id: 'toolu_1' }, { id: 'toolu_2' }, { id: 'toolu_3' }] },
          { role: 'tool', tool_call_id: 'toolu_2', content: 'boom' },
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
          { type: 'function_call_output', call_id: 'toolu_2', output: 'boom' },
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
          { content: 'boom' },
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
const resumed: readonly WireSibling[] = (
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
const ids: readonly WireSibling[] = (
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

const block = (index: number, start: Json, ...deltas: Json[]): Json[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const claudeStream = (stop: Json, ...blocks: Json[][]): Served =>
  sse([
    { type: 'message_start', message: claude([], null) },
    ...blocks.flat(),
    { type: 'message_delta', delta: stop, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ])
const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', model: 'm', output: [] } }
const added = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] },
}
const delta = (text: string): Json => ({
  type: 'response.output_text.delta',
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta: text,
  obfuscation: 'zz',
})
const stops = { completions: 'stop', messages: 'end_turn', responses: 'completed' } as const
const cuts = { completions: 'length', messages: 'max_tokens', responses: 'incomplete' } as const
const calls = { completions: 'tool_calls', messages: 'tool_use', responses: 'completed' } as const

/** Streams as their providers send them, and as they end. */
const streams: readonly (readonly [
  kind: string,
  upstream: OurWire,
  answer: Served,
  finishes: Readonly<Record<Endpoint, string>> | undefined,
  told: Partial<Told>,
])[] = [
  [
    'calls of Claude that take turns',
    'anthropic-messages',
    sse([
      { type: 'message_start', message: claude([], null) },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'b', name: 'g', input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"q":2}' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":1}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]),
    calls,
    { calls: [f, { name: 'g', arguments: '{"q":2}' }] },
  ],
  [
    'pings of Claude',
    'anthropic-messages',
    claudeStream(
      { stop_reason: 'end_turn' },
      [{ type: 'ping' }],
      block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'o' }, { type: 'text_delta', text: 'k' }),
      [{ type: 'ping' }],
    ),
    stops,
    { answer: 'ok' },
  ],
  [
    'blocks of a cited text',
    'anthropic-messages',
    claudeStream(
      { stop_reason: 'end_turn' },
      block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'o' }),
      block(
        1,
        { type: 'text', text: '', citations: [] },
        { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'c', document_index: 0 } },
        { type: 'text_delta', text: 'k' },
      ),
    ),
    stops,
    { answer: 'ok' },
  ],
  [
    'nothing but the last event',
    'openai-responses',
    sse([{ type: 'response.completed', response: responses([message('ok')]) }]),
    stops,
    { answer: 'ok' },
  ],
  [
    'an item that comes whole',
    'openai-responses',
    sse([
      created,
      { type: 'response.output_item.done', output_index: 0, item: message('ok') },
      { type: 'response.completed', response: responses([message('ok')]) },
    ]),
    stops,
    { answer: 'ok' },
  ],
  [
    'obfuscation, and a cut',
    'openai-responses',
    sse([
      created,
      added,
      delta('o'),
      delta('k'),
      {
        type: 'response.incomplete',
        response: responses([], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      },
    ]),
    cuts,
    { answer: 'ok' },
  ],
  [
    'two choices',
    'openai-chat',
    sse([
      {
        ...head,
        choices: [
          { index: 0, delta: { role: 'assistant', reasoning_content: 'R' } },
          { index: 1, delta: { role: 'assistant', reasoning_content: 'S' } },
        ],
      },
      { ...head, choices: [{ index: 1, delta: { content: 'other' } }] },
      { ...head, choices: [{ index: 0, delta: { content: 'ok' } }] },
      { ...head, choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
      { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...head, choices: [], usage: counts },
    ]),
    undefined,
    {},
  ],
  [
    'a function call of old',
    'openai-chat',
    sse([
      chunk({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{"q":1}' } }),
      chunk({}, 'function_call'),
    ]),
    calls,
    { calls: [f] },
  ],
  [
    'obfuscation of Chat',
    'openai-chat',
    sse([
      { ...chunk({ content: 'ok' }), obfuscation: 'zz' },
      { ...chunk({}, 'stop'), obfuscation: 'y' },
    ]),
    stops,
    { answer: 'ok' },
  ],
  [
    'calls of Gemini, one in each piece',
    'gemini',
    sse([
      gemini([{ functionCall: { name: 'f', args: { q: 1 } } }], undefined),
      gemini([{ functionCall: { name: 'g', args: { q: 2 } } }], undefined),
      gemini([{ text: '' }], 'STOP'),
    ]),
    calls,
    { calls: [f, { name: 'g', arguments: '{"q":2}' }] },
  ],
]
const streamed: readonly WireSibling[] = streams.flatMap(([kind, upstream, answer, finishes, told]) =>
  endpoints.flatMap((endpoint): WireSibling[] =>
    finishes === undefined && endpoint === 'completions'
      ? []
      : [
          {
            id: `a stream with ${kind}, to ${endpoint}`,
            endpoint,
            upstream,
            request: { stream: true },
            answer,
            told: finishes === undefined ? { answer: 'ok', finish: stops[endpoint] } : { ...told, finish: finishes[endpoint] },
          },
        ],
  ),
)

/** Answers with what one API alone has beside the text and the calls: these arrive, whatever stands around them. */
const rich: readonly (readonly [kind: string, upstream: OurWire, answer: Json, isCalled?: true])[] = [
  [
    'tools that OpenAI ran',
    'openai-responses',
    responses([
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'], results: null },
      { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', code: 'print(1)', container_id: 'c', outputs: [] },
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
      { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'n', arguments: '{}', output: 'out', error: null },
      message('ok'),
    ]),
  ],
  [
    'a search of Claude',
    'anthropic-messages',
    claude(
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ type: 'web_search_result', url: 'https://b.example', title: 'B', encrypted_content: 'E' }],
        },
        {
          ...ok,
          citations: [{ type: 'web_search_result_location', url: 'https://b.example', title: 'B', cited_text: 'c', encrypted_index: 'i' }],
        },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { q: 1 } },
      ],
      'tool_use',
    ),
    true,
  ],
  ['a compaction of Claude', 'anthropic-messages', claude([{ type: 'compaction', content: 'Earlier.', encrypted_content: 'E' }, ok])],
  [
    'code that Gemini ran',
    'gemini',
    gemini(
      [
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { text: 'ok' },
        { functionCall: { name: 'f', args: { q: 1 } } },
      ],
      'STOP',
    ),
    true,
  ],
  [
    'a cited text of Converse',
    'bedrock-converse',
    converse(
      [
        { citationsContent: { content: [{ text: 'ok' }], citations: [{ title: 'D', location: { web: { url: 'https://d.example' } } }] } },
        { toolUse: { toolUseId: 't1', name: 'f', input: { q: 1 } } },
      ],
      'tool_use',
    ),
    true,
  ],
  [
    'a plan of Cohere',
    'cohere',
    {
      id: 'co1',
      finish_reason: 'TOOL_CALL',
      message: {
        role: 'assistant',
        tool_plan: 'plan',
        content: [ok],
        tool_calls: [{ id: 'f_1', type: 'function', function: { name: 'f', arguments: '{"q":1}' } }],
      },
      usage: { tokens: { input_tokens: 10, output_tokens: 5 } },
    },
    true,
  ],
  [
    'sound and images',
    'openai-chat',
    chat({
      content: 'ok',
      audio: { id: 'audio_1', data: 'AAAA', transcript: 'hi' },
      images: [{ type: 'image_url', image_url: { url: pngUrl } }],
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 } }],
    }),
  ],
]
const answered: readonly WireSibling[] = rich.flatMap(([kind, upstream, answer, isCalled]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `an answer with ${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer: json(answer),
    told: { answer: 'ok', calls: isCalled === true ? [f] : [], finish: (isCalled === true ? calls : stops)[endpoint] },
  })),
)

/** What is counted beside tokens of the prompt and the answer. */
const counted: readonly WireSibling[] = [
  {
    id: 'tokens that tools of Gemini read are part of the prompt',
    endpoint: 'completions',
    upstream: 'gemini',
    answer: json(
      gemini([{ text: 'ok' }], 'STOP', {
        usageMetadata: {
          promptTokenCount: 10,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 4,
          toolUsePromptTokenCount: 6,
          totalTokenCount: 25,
          cachedContentTokenCount: 2,
        },
      }),
    ),
    usage: {
      prompt_tokens: 16,
      completion_tokens: 9,
      total_tokens: 25,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 4 },
    },
  },
  {
    id: 'what Anthropic writes into its caches is part of the prompt in Responses',
    endpoint: 'responses',
    upstream: 'anthropic-messages',
    answer: json(
      claude([ok], 'end_turn', {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          cache_creation_input_tokens: 7,
          cache_read_input_tokens: 3,
          cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 2 },
          output_tokens_details: { thinking_tokens: 2 },
        },
      }),
    ),
    usage: {
      input_tokens: 20,
      output_tokens: 5,
      total_tokens: 25,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  },
  {
    id: 'tokens of sound stay where they are',
    endpoint: 'completions',
    upstream: 'openai-chat',
    answer: json(
      chat({ content: 'ok' }, 'stop', {
        usage: {
          ...counts,
          prompt_tokens_details: { cached_tokens: 3, audio_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 2, accepted_prediction_tokens: 1 },
        },
      }),
    ),
    usage: {
      ...counts,
      prompt_tokens_details: { cached_tokens: 3, audio_tokens: 2 },
      completion_tokens_details: { audio_tokens: 2, accepted_prediction_tokens: 1 },
    },
  },
]

/** Requests whose fields are not known, of providers that are, and what servers do with them since the earlier rows were written. */
export const laterSituations: readonly WireSibling[] = [
  ...asksEffort,
  ...switches,
  ...refused,
  ...delays,
  ...moved,
  ...looped,
  ...resumed,
  ...ids,
  ...streamed,
  ...answered,
  ...counted,
]
