import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../matrix/upstream.ts'
import { chat, chunk, claude, cohere, converse, counts, gemini, head, json, ollama, sse } from './sibling-bodies.ts'
import { callStreams, f, piece } from './sibling-calls.ts'
import { situations } from './situations/situations.ts'
import { foreignHistories } from './sibling-histories.ts'
import { streamShapes } from './stream-shapes.ts'
import type { Told } from './wire-drive.ts'
import type { Endpoint } from './wire-rows.ts'

/** A client's request, the upstream's answer and the expected result. The kinds come from reports, the wording is our own. */
export interface WireSibling {
  id: string
  endpoint: Endpoint
  upstream: OurWire
  provider?: string
  /** Fields to add to a plain request. */
  request?: Json
  answer: Served
  /** Expected fields of the client's answer. */
  told?: Partial<Told>
  /** Expected usage in the last event or the body. */
  usage?: Json
  /** Expected fields of the upstream's request. */
  asked?: Json
  /** Expected headers of the client's answer. */
  head?: Readonly<Record<string, string | undefined>>
  /** Expected number of notes: fields left out, changed or added. */
  notes?: number
}

const endpoints: readonly Endpoint[] = ['completions', 'messages', 'responses']

const calledFinish: Readonly<Record<Endpoint, string>> = { completions: 'tool_calls', messages: 'tool_use', responses: 'completed' }

const streamedCalls: readonly WireSibling[] = callStreams.flatMap(([kind, deltas, calls, finish = 'tool_calls']) =>
  endpoints.map((endpoint) => ({
    id: `streamed calls with ${kind}, to ${endpoint}`,
    endpoint,
    upstream: 'openai-chat' as const,
    request: { stream: true },
    answer: sse([...deltas.map((calls) => chunk({ tool_calls: calls })), chunk({}, finish)]),
    told: { calls, finish: calledFinish[endpoint] },
  })),
)

/** Calls without arguments. Clients parse the arguments, so they must be valid JSON. */
const emptyCalls: readonly WireSibling[] = (
  [
    ['openai-chat', json(chat({ content: null, tool_calls: [piece(undefined, 'a', 'f', '')] }, 'tool_calls'))],
    ['openai-chat', json(chat({ content: null, tool_calls: [piece(undefined, 'a', 'f', null)] }, 'tool_calls'))],
    ['openai-chat', sse([chunk({ tool_calls: [piece(0, 'a', 'f', '')] }), chunk({}, 'tool_calls')])],
    ['anthropic-messages', json(claude([{ type: 'tool_use', id: 'a', name: 'f', input: {} }], 'tool_use'))],
    ['gemini', json(gemini([{ functionCall: { name: 'f' } }], 'STOP'))],
    ['ollama', json(ollama({ content: '', tool_calls: [{ function: { name: 'f' } }] }, 'stop'))],
    ['bedrock-converse', json(converse([{ toolUse: { toolUseId: 'a', name: 'f' } }], 'tool_use'))],
  ] as const
).flatMap(([upstream, answer], at) =>
  endpoints.map((endpoint) => ({
    id: `a call without arguments (${at}) from ${upstream}, to ${endpoint}`,
    endpoint,
    upstream,
    answer,
    told: { calls: [{ name: 'f', arguments: '{}' }], finish: calledFinish[endpoint] },
  })),
)

type Finishes = readonly [completions: string, messages: string, responses: string]
const stops: Finishes = ['stop', 'end_turn', 'completed']
const cuts: Finishes = ['length', 'max_tokens', 'incomplete']
const full: Finishes = ['length', 'model_context_window_exceeded', 'incomplete']
const filtered: Finishes = ['content_filter', 'refusal', 'incomplete']
const at: Finishes = ['stop', 'stop_sequence', 'completed']

const ok = [{ type: 'text', text: 'ok' }]

/** Finish reasons of upstreams, and those that clients expect. */
const endings: readonly (readonly [upstream: OurWire, words: readonly unknown[], answer: (word: never) => Json, finishes: Finishes])[] = [
  ['openai-chat', ['stop', 'eos', 'STOP', 'end_turn', 'mystery', '', null], (word) => chat({ content: 'ok' }, word), stops],
  ['openai-chat', ['tool_calls', 'function_call'], (word) => chat({ content: 'ok' }, word), stops],
  ['anthropic-messages', ['tool_use'], (word) => claude(ok, word), stops],
  ['cohere', ['TOOL_CALL'], (word) => cohere(ok, word), stops],
  ['openai-chat', ['length', 'max_tokens', 'max_output_tokens', 'repetition_truncation'], (word) => chat({ content: 'ok' }, word), cuts],
  ['openai-chat', ['model_length'], (word) => chat({ content: 'ok' }, word), full],
  ['openai-chat', ['content_filter', 'sensitive', 'SAFETY'], (word) => chat({ content: 'ok' }, word), filtered],
  ['anthropic-messages', ['max_tokens'], (word) => claude(ok, word), cuts],
  ['anthropic-messages', ['model_context_window_exceeded'], (word) => claude(ok, word), full],
  ['anthropic-messages', [null], (word) => claude(ok, word), stops],
  ['anthropic-messages', ['stop_sequence'], (word) => claude(ok, word, { stop_sequence: 'END' }), at],
  ['gemini', ['STOP', 'OTHER', 'MYSTERY'], (word) => gemini([{ text: 'ok' }], word), stops],
  ['gemini', ['MAX_TOKENS'], (word) => gemini([{ text: 'ok' }], word), cuts],
  ['gemini', ['SAFETY', 'RECITATION', 'BLOCKLIST', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE'], (word) => gemini([{ text: 'ok' }], word), filtered],
  ['bedrock-converse', ['end_turn', 'mystery'], (word) => converse([{ text: 'ok' }], word), stops],
  ['bedrock-converse', ['max_tokens'], (word) => converse([{ text: 'ok' }], word), cuts],
  ['bedrock-converse', ['model_context_window_exceeded'], (word) => converse([{ text: 'ok' }], word), full],
  ['bedrock-converse', ['content_filtered', 'guardrail_intervened'], (word) => converse([{ text: 'ok' }], word), filtered],
  ['bedrock-converse', ['stop_sequence'], (word) => converse([{ text: 'ok' }], word), at],
  ['cohere', ['COMPLETE', 'MYSTERY'], (word) => cohere(ok, word), stops],
  ['cohere', ['MAX_TOKENS'], (word) => cohere(ok, word), cuts],
  ['cohere', ['ERROR_TOXIC'], (word) => cohere(ok, word), filtered],
  ['ollama', ['stop', 'load', 'mystery'], (word) => ollama({ content: 'ok' }, word), stops],
  ['ollama', ['length'], (word) => ollama({ content: 'ok' }, word), cuts],
]

const ended: readonly WireSibling[] = endings.flatMap(([upstream, words, answer, finishes]) =>
  words.flatMap((word) =>
    endpoints.map((endpoint, index) => ({
      id: `the ending ${String(word)} of ${upstream}, to ${endpoint}`,
      endpoint,
      upstream,
      answer: json(answer(word as never)),
      told: { answer: 'ok', finish: finishes[index]! },
    })),
  ),
)

const toolCall = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"q":1}' } }
/** Calls beside an ending that denies them, as Sonnet on Bedrock sends. Clients look for calls at the ending of calls alone. */
const calledAll: readonly WireSibling[] = (
  [
    ['openai-chat', chat({ content: null, tool_calls: [toolCall] }, 'stop')],
    ['anthropic-messages', claude([{ type: 'tool_use', id: 'a', name: 'f', input: { q: 1 } }], 'end_turn')],
    ['bedrock-converse', converse([{ toolUse: { toolUseId: 'a', name: 'f', input: { q: 1 } } }], 'end_turn')],
    ['cohere', { ...cohere([], 'COMPLETE'), message: { role: 'assistant', tool_calls: [toolCall] } }],
    ['ollama', ollama({ content: '', tool_calls: [toolCall] }, 'stop')],
  ] as const
).flatMap(([upstream, body]) =>
  endpoints.map((endpoint) => ({
    id: `calls beside an ending of answers of ${upstream}, to ${endpoint}`,
    endpoint,
    upstream,
    answer: json(body),
    told: { calls: [f], finish: calledFinish[endpoint] },
  })),
)

const routed = (word: string): Json => ({
  ...chat({}),
  choices: [
    { index: 0, message: { role: 'assistant', content: '' }, finish_reason: word, native_finish_reason: 'MALFORMED_FUNCTION_CALL' },
  ],
})
/** Finish reasons that are failures, with the provider's word. */
const failed: readonly WireSibling[] = (
  [
    ['openai-chat', chat({ content: 'ok' }, 'network_error'), 'network_error'],
    ['openai-chat', chat({ content: 'ok' }, 'insufficient_system_resource'), 'insufficient_system_resource'],
    ['gemini', gemini([{ text: 'ok' }], 'MALFORMED_FUNCTION_CALL'), 'MALFORMED_FUNCTION_CALL'],
    ['gemini', gemini([{ text: 'ok' }], 'MISSING_THOUGHT_SIGNATURE'), 'MISSING_THOUGHT_SIGNATURE'],
    ['bedrock-converse', converse([{ text: 'ok' }], 'malformed_tool_use'), 'malformed_tool_use'],
    ['cohere', cohere(ok, 'TIMEOUT'), 'TIMEOUT'],
    // Routers write `stop` or `error`, and the provider's own word beside it.
    ['openai-chat', routed('stop'), 'MALFORMED_FUNCTION_CALL'],
    ['openai-chat', routed('error'), 'MALFORMED_FUNCTION_CALL'],
  ] as const
).flatMap(([upstream, body, word], row) =>
  endpoints.map((endpoint) => ({
    id: `the failure ${word} (${row}) of ${upstream}, to ${endpoint}`,
    endpoint,
    upstream,
    answer: json(body),
    told: { error: `The provider ended the generation with an error: ${word}. / ${endpoint === 'messages' ? 'api_error' : 'error'}` },
  })),
)

const claudeStream = (delta: Json): Served =>
  sse([
    { type: 'message_start', message: claude([], null) },
    { type: 'message_delta', delta, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ])
const filtering = (word: string, more: Json = {}, message: Json = {}): Json => ({
  ...chat({}, word),
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: word, ...more }],
})
const incomplete = { id: 'resp_u1', object: 'response', status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] }
const filters = { hate: { filtered: false, severity: 'safe' }, sexual: { filtered: true, severity: 'high' } }
/** Answers that a filter emptied, and the category that the provider reports. */
const emptied: readonly (readonly [kind: string, upstream: OurWire, answer: Served, category?: string])[] = [
  ['nothing', 'openai-chat', json(filtering('content_filter'))],
  ['an empty text', 'openai-chat', json(filtering('content_filter', {}, { content: '' }))],
  ['no message', 'openai-chat', json(filtering('content_filter', { message: undefined }))],
  ['nothing, in pieces', 'openai-chat', sse([chunk({ role: 'assistant', content: '' }), chunk({}, 'content_filter')])],
  ['nothing, behind a role', 'openai-chat', sse([chunk({ role: 'assistant' }), { ...chunk({ content: null }, 'content_filter') }])],
  ["Azure's categories", 'openai-chat', json(filtering('content_filter', { content_filter_results: filters })), 'sexual'],
  ['the word of Google', 'openai-chat', json(filtering('content_filter: PROHIBITED_CONTENT')), 'PROHIBITED_CONTENT'],
  ['the word of Z.ai', 'openai-chat', json(filtering('sensitive')), 'sensitive'],
  ['the word behind a router', 'openai-chat', json(filtering('content_filter', { native_finish_reason: 'SAFETY' })), 'SAFETY'],
  ['the word of a router', 'openai-chat', json(filtering('content_filter', { native_finish_reason: 'content_filter' }))],
  ['no content', 'gemini', json({ candidates: [{ index: 0, finishReason: 'SAFETY' }] }), 'SAFETY'],
  ['no candidate', 'gemini', json({ promptFeedback: { blockReason: 'OTHER' } }), 'OTHER'],
  ['no content, in pieces', 'gemini', sse([{ candidates: [{ index: 0, finishReason: 'RECITATION' }] }]), 'RECITATION'],
  ['nothing', 'bedrock-converse', json(converse([], 'guardrail_intervened'))],
  ['nothing, by its model', 'bedrock-converse', json(converse([], 'content_filtered'))],
  ['nothing', 'cohere', json(cohere([], 'ERROR_TOXIC'))],
  ['nothing', 'openai-responses', json(incomplete)],
  ['nothing, in pieces', 'openai-responses', sse([{ type: 'response.incomplete', response: incomplete }])],
]

const withheld: readonly WireSibling[] = emptied.flatMap(([kind, upstream, answer, category], row) => {
  const said = `The provider withheld the answer${category === undefined ? '' : ` (category: ${category})`}.`
  const why = category === undefined ? 'A content filter of the provider ended the answer.' : `Category: ${category}.`
  const told: Readonly<Record<Endpoint, Partial<Told>>> = {
    completions: { finish: 'content_filter', refusal: said },
    messages: { finish: 'refusal', refusal: why },
    responses: { finish: 'incomplete', refusal: said },
  }
  return endpoints.map((endpoint) => ({
    id: `a filter that leaves ${kind} (${row}) of ${upstream}, to ${endpoint}`,
    endpoint,
    upstream,
    ...(answer.type === 'text/event-stream' && { request: { stream: true } }),
    answer,
    told: { answer: '', ...told[endpoint] },
  }))
})

const refusedStops: readonly WireSibling[] = [json(claude([], 'refusal')), claudeStream({ stop_reason: 'refusal' })].flatMap((answer, at) =>
  (['completions', 'responses'] as const).map((endpoint) => ({
    id: `a refusal of Claude without a word (${at}), to ${endpoint}`,
    endpoint,
    upstream: 'anthropic-messages' as const,
    ...(at === 1 && { request: { stream: true } }),
    answer,
    told: { answer: '', refusal: 'The model refused to answer.', finish: endpoint === 'completions' ? 'content_filter' : 'completed' },
  })),
)

const pausedContent = [
  { type: 'text', text: 'I look.' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
]
const paused: readonly WireSibling[] = endpoints.map((endpoint, at) => ({
  id: `a turn that the provider paused, to ${endpoint}`,
  endpoint,
  upstream: 'anthropic-messages',
  answer: json(claude(pausedContent, 'pause_turn')),
  told: { answer: 'I look.', finish: (['length', 'pause_turn', 'incomplete'] as const)[at]!, warnings: ['turn-paused'] },
}))

const usages: readonly WireSibling[] = [
  {
    id: 'caches of Anthropic are part of the prompt in Chat',
    endpoint: 'completions',
    upstream: 'anthropic-messages',
    answer: json(
      claude(ok, 'end_turn', {
        usage: { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 20, output_tokens: 50 },
      }),
    ),
    usage: { prompt_tokens: 120, completion_tokens: 50, total_tokens: 170, prompt_tokens_details: { cached_tokens: 90 } },
  },
  {
    id: 'caches of Gemini are beside the input in Messages',
    endpoint: 'messages',
    upstream: 'gemini',
    answer: json(
      gemini([{ text: 'ok' }], 'STOP', {
        usageMetadata: {
          promptTokenCount: 100,
          cachedContentTokenCount: 60,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 20,
          totalTokenCount: 125,
        },
      }),
    ),
    usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 25, output_tokens_details: { thinking_tokens: 20 } },
  },
  {
    id: 'caches of Converse are part of the input in Responses',
    endpoint: 'responses',
    upstream: 'bedrock-converse',
    answer: json(
      converse([{ text: 'ok' }], 'end_turn', {
        usage: { inputTokens: 10, cacheReadInputTokens: 90, cacheWriteInputTokens: 20, outputTokens: 5, totalTokens: 125 },
      }),
    ),
    usage: { input_tokens: 120, input_tokens_details: { cached_tokens: 90 }, output_tokens: 5, total_tokens: 125 },
  },
  {
    id: 'reasoning that xAI counts beside its output is part of it',
    endpoint: 'completions',
    upstream: 'openai-chat',
    provider: 'xai',
    answer: json(
      chat({ content: 'ok', reasoning_content: 'R' }, 'stop', {
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 35, completion_tokens_details: { reasoning_tokens: 20 } },
      }),
    ),
    usage: { prompt_tokens: 10, completion_tokens: 25, total_tokens: 35, completion_tokens_details: { reasoning_tokens: 20 } },
  },
  {
    id: 'the cache of DeepSeek has its own names',
    endpoint: 'messages',
    upstream: 'openai-chat',
    provider: 'deepseek',
    answer: json(
      chat({ content: 'ok' }, 'stop', {
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 2 },
      }),
    ),
    usage: { input_tokens: 2, cache_read_input_tokens: 8, output_tokens: 5 },
  },
]

const refusals: readonly WireSibling[] = [
  {
    id: 'a prompt that Google blocks',
    endpoint: 'completions',
    upstream: 'gemini',
    answer: json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'Blocked.' } }),
    told: { answer: '', finish: 'content_filter' },
  },
  {
    id: 'a balance that has run out, with the status 200',
    endpoint: 'completions',
    upstream: 'openai-chat',
    provider: 'minimax',
    answer: json({ id: '', choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
    told: { error: 'insufficient balance / 1008' },
  },
  {
    id: 'a router that says with the status 200 that it is busy',
    endpoint: 'messages',
    upstream: 'openai-chat',
    provider: 'openrouter',
    answer: json({ error: { code: 429, message: 'Rate limited upstream' } }),
    told: { error: 'Rate limited upstream / rate_limit_error' },
  },
]

const tools = { type: 'object', properties: {} }
const plainChat = json(chat({ content: 'ok' }))

/** Streams that end oddly, or fail after their beginning. */
const streamEnds: readonly WireSibling[] = (
  [
    [
      'a finish without a delta',
      [chunk({ content: 'ok' }), { ...head, choices: [{ index: 0, delta: null, finish_reason: 'stop' }] }],
      { answer: 'ok', finish: 'stop' },
    ],
    [
      'an empty finish with each piece',
      [chunk({ content: 'o' }, ''), chunk({ content: 'k' }, ''), chunk({}, 'stop')],
      { answer: 'ok', finish: 'stop' },
    ],
    ['no finish, and the usage', [chunk({ content: 'ok' }), { ...head, choices: [], usage: counts }], { answer: 'ok', finish: 'stop' }],
    [
      'an error that is an event',
      [chunk({ content: 'ok' }), { error: { message: 'Boom 42', code: 502, type: 'server_error' } }],
      { answer: 'ok', error: 'Boom 42 / 502' },
    ],
    ['an error that is a text', [chunk({ content: 'ok' }), { error: 'Boom 44' }], { answer: 'ok', error: 'Boom 44 / upstream_error' }],
    [
      'an error in its own words',
      [chunk({ content: 'ok' }), { object: 'error', message: 'Boom 45', code: 400 }],
      { answer: 'ok', error: 'Boom 45 / 400' },
    ],
  ] as const
).map(([kind, events, told]): WireSibling => ({
  id: `a stream with ${kind}`,
  endpoint: 'completions',
  upstream: 'openai-chat',
  request: { stream: true },
  answer: sse(events),
  told,
}))

const copilotCall = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '' }
const encrypted: readonly WireSibling[] = endpoints.map((endpoint) => ({
  id: `arguments whose pieces are encrypted, to ${endpoint}`,
  endpoint,
  upstream: 'openai-responses',
  provider: 'copilot',
  request: { stream: true },
  answer: sse([
    { type: 'response.created', response: { id: 'resp_u1', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: copilotCall },
    ...['gAAAAB', 'cdef'].map((delta, at) => ({
      type: 'response.function_call_arguments.delta',
      output_index: 0,
      item_id: `x${at}`,
      delta,
      obfuscation: 'zz',
    })),
    { type: 'response.function_call_arguments.done', output_index: 0, item_id: 'x2', arguments: '{"q":1}' },
    { type: 'response.output_item.done', output_index: 0, item: { ...copilotCall, id: 'x3', arguments: '{"q":1}' } },
    {
      type: 'response.completed',
      response: { id: 'resp_u1', status: 'completed', output: [{ ...copilotCall, id: 'x4', arguments: '{"q":1}' }] },
    },
  ]),
  told: { calls: [f], finish: calledFinish[endpoint] },
}))

/** Histories with items that only one API has. */
const histories: readonly WireSibling[] = [
  {
    id: 'search results in a result of a tool are its text',
    endpoint: 'messages',
    upstream: 'openai-chat',
    request: {
      tools: [{ name: 'f', input_schema: tools }],
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [{ type: 'search_result', source: 'https://a.example', title: 'A', content: [{ type: 'text', text: 'found' }] }],
            },
          ],
        },
      ],
    },
    answer: plainChat,
    asked: { messages: [{}, {}, { role: 'tool', tool_call_id: 'toolu_1', content: 'A\nhttps://a.example\nfound' }] },
  },
  ...(['x', [{ role: 'user', content: 'x' }]] as const).map((input): WireSibling => ({
    id: `a question that is a ${typeof input}, beside a search for tools`,
    endpoint: 'responses',
    upstream: 'anthropic-messages',
    request: { input, tools: [{ type: 'tool_search', execution: 'client', parameters: tools }] },
    answer: json(claude(ok)),
    asked: { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }], tools: [{ name: 'tool_search' }] },
  })),
  {
    id: 'a document of blocks is its blocks',
    endpoint: 'messages',
    upstream: 'gemini',
    request: {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: 'D',
              source: {
                type: 'content',
                content: [
                  { type: 'text', text: 'one' },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
                ],
              },
            },
          ],
        },
      ],
    },
    answer: json(gemini([{ text: 'ok' }], 'STOP')),
    asked: { contents: [{ role: 'user', parts: [{ text: 'D\none' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] }] },
  },
  ...(
    [
      ['local_shell_call', { action: { type: 'exec', command: ['ls'] } }, 'files', 'files'],
      ['shell_call', { action: { commands: ['ls'] } }, [{ stdout: 'files', stderr: '' }], '[{"stdout":"files","stderr":""}]'],
      ['apply_patch_call', { operation: { type: 'delete_file', path: 'a' } }, 'gone', 'gone'],
    ] as const
  ).map(([type, fields, output, text]): WireSibling => ({
    id: `a ${type} and its result stay a pair`,
    endpoint: 'responses',
    upstream: 'anthropic-messages',
    request: {
      input: [
        { role: 'user', content: 'x' },
        { type, id: 'item_1', call_id: 'call_1', status: 'completed', ...fields },
        { type: `${type}_output`, call_id: 'call_1', output },
      ],
    },
    answer: json(claude(ok)),
    asked: {
      messages: [
        {},
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: type.replace('_call', ''), input: fields }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text }] }] },
      ],
    },
  })),
]

const plainAnswers: readonly (readonly [upstream: OurWire, answer: Served])[] = [
  ['openai-chat', plainChat],
  ['anthropic-messages', json(claude(ok))],
  ['gemini', json(gemini([{ text: 'ok' }], 'STOP'))],
  ['bedrock-converse', json(converse([{ text: 'ok' }], 'end_turn'))],
  ['cohere', json(cohere(ok, 'COMPLETE'))],
  ['ollama', json(ollama({ content: 'ok' }, 'stop'))],
]

/** Settings of one vendor, by the API that has them. The gateway leaves them out for other APIs, with a note. */
const vendorSettings: Readonly<Record<Endpoint, Json>> = {
  completions: {
    store: true,
    service_tier: 'flex',
    prediction: { type: 'content', content: 'x' },
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
    verbosity: 'low',
    modalities: ['text'],
    web_search_options: { search_context_size: 'low' },
  },
  responses: {
    store: true,
    service_tier: 'flex',
    prompt_cache_key: 'k',
    text: { verbosity: 'low' },
    include: ['reasoning.encrypted_content'],
    background: true,
    truncation: 'auto',
    max_tool_calls: 3,
    client_metadata: { a: 'b' },
  },
  messages: { service_tier: 'standard_only', container: 'c', context_management: { edits: [] }, speed: 'fast', inference_geo: 'us' },
}
const ownUpstream: Readonly<Partial<Record<Endpoint, OurWire>>> = { completions: 'openai-chat', messages: 'anthropic-messages' }

const settings: readonly WireSibling[] = endpoints.flatMap((endpoint) =>
  plainAnswers.flatMap(([upstream, answer]) =>
    Object.entries(vendorSettings[endpoint]).map(([name, value]) => {
      const isOwn = ownUpstream[endpoint] === upstream
      return {
        id: `${name} of ${endpoint}, to ${upstream}`,
        endpoint,
        upstream,
        request: {
          [name]: value,
          ...(endpoint === 'completions' ? { max_tokens: 9 } : endpoint === 'responses' ? { max_output_tokens: 9 } : {}),
        },
        answer,
        told: { answer: 'ok' },
        ...(isOwn ? { asked: { [name]: value } } : { notes: 1 }),
      }
    }),
  ),
)

export const wireSiblings: readonly WireSibling[] = [
  ...streamedCalls,
  ...emptyCalls,
  ...ended,
  ...calledAll,
  ...failed,
  ...usages,
  ...refusals,
  ...settings,
  ...withheld,
  ...refusedStops,
  ...paused,
  ...streamEnds,
  ...streamShapes,
  ...encrypted,
  ...histories,
  ...foreignHistories,
  ...situations,
]
