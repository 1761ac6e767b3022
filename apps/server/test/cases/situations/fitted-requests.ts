import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { WireSibling } from '../wire-siblings.ts'
import type { Endpoint } from '../wire-rows.ts'
import { plain, pngUrl } from './situation-bodies.ts'

const text = { type: 'string' }
const schema = { type: 'object', properties: {} }
const fn = (name: string, parameters: Json = schema, more: Json = {}): Json => ({
  type: 'function',
  function: { name, parameters, ...more },
})
const either = { anyOf: [{ required: ['a'] }, { required: ['b'] }] }
const rule = (alternatives: Json): string => `The arguments have to fit this JSON Schema, too: ${JSON.stringify(alternatives)}`

/** Parameters that are no plain object, the object that they become, and the rule that goes into the description. */
const schemas: readonly (readonly [kind: string, given: Json, becomes: Json, description?: string])[] = [
  [
    'alternatives beside properties',
    { type: 'object', properties: { a: text, b: text }, required: ['c'], ...either },
    { type: 'object', properties: { a: text, b: text }, required: ['c'] },
    rule(either),
  ],
  [
    'alternatives alone',
    {
      oneOf: [
        { properties: { a: text, k: text }, required: ['a', 'k'] },
        { properties: { a: { type: 'number' } }, required: ['a'] },
      ],
    },
    { type: 'object', properties: { a: { anyOf: [text, { type: 'number' }] }, k: text }, required: ['a'] },
    rule({
      oneOf: [
        { properties: { a: text, k: text }, required: ['a', 'k'] },
        { properties: { a: { type: 'number' } }, required: ['a'] },
      ],
    }),
  ],
  [
    'parts that hold together',
    {
      allOf: [{ $ref: '#/$defs/A' }, { properties: { b: text }, required: ['b'] }],
      $defs: { A: { properties: { a: text }, required: ['a'] } },
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'], $defs: { A: { properties: { a: text }, required: ['a'] } } },
    rule({ allOf: [{ $ref: '#/$defs/A' }, { properties: { b: text }, required: ['b'] }] }),
  ],
  [
    'a reference',
    { $ref: '#/definitions/A', definitions: { A: { type: 'object', properties: { a: text } } } },
    { type: 'object', properties: { a: text }, definitions: { A: { type: 'object', properties: { a: text } } } },
  ],
  ['nothing', {}, { type: 'object', properties: {} }],
  ['an object or null', { type: ['object', 'null'], properties: { a: text } }, { type: 'object', properties: { a: text } }],
]

/** How each API writes a function. */
const written: Readonly<Partial<Record<OurWire, (name: string, parameters: Json, description?: string) => Json>>> = {
  'openai-responses': (name, parameters, description) => ({ type: 'function', name, parameters, ...(description && { description }) }),
  'anthropic-messages': (name, parameters, description) => ({ name, input_schema: parameters, ...(description && { description }) }),
  gemini: (name, parameters, description) => ({ name, parametersJsonSchema: parameters, ...(description && { description }) }),
  'bedrock-converse': (name, parameters, description) => ({
    toolSpec: { name, inputSchema: { json: parameters }, ...(description && { description }) },
  }),
  cohere: (name, parameters, description) => fn(name, parameters, description === undefined ? {} : { description }),
  ollama: (name, parameters, description) => fn(name, parameters, description === undefined ? {} : { description }),
}
const listed = (upstream: OurWire, tools: Json[]): Json =>
  upstream === 'gemini'
    ? { tools: [{ functionDeclarations: tools }] }
    : upstream === 'bedrock-converse'
      ? { toolConfig: { tools } }
      : { tools }

/** Tools of MCP servers and agents that providers refuse as they are. */
const tools: readonly WireSibling[] = Object.entries(written).flatMap(([wire, write]): WireSibling[] => {
  const upstream = wire as OurWire
  const row = { endpoint: 'completions', upstream, answer: plain[upstream]! } as const
  return [
    {
      ...row,
      id: `two tools of one name, before ${upstream}`,
      request: { tools: [fn('f', schema, { description: 'one' }), fn('g'), fn('f')] },
      asked: listed(upstream, [write('f', schema, 'one'), write('g', schema)]),
    },
    ...schemas.map(([kind, given, becomes, description]): WireSibling => ({
      ...row,
      id: `parameters that are ${kind}, before ${upstream}`,
      request: { tools: [fn('f', given)] },
      asked: listed(upstream, [write('f', becomes, description)]),
    })),
  ]
})

/** Absent fields. */
const without = (...fields: string[]): Json =>
  ({ asymmetricMatch: (seen: Json) => fields.every((field) => seen[field] === undefined) }) as never

/** Settings and tools that one provider refuses. */
const chat = (id: string, endpoint: WireSibling['endpoint'], provider: string, request: Json, asked: Json, notes: number): WireSibling => ({
  id,
  endpoint,
  upstream: 'openai-chat',
  provider,
  request,
  answer: plain['openai-chat']!,
  asked,
  notes,
})
const stops = ['a', 'b', 'c', 'd', 'e', 'f']
const format = { output_config: { format: { type: 'json_schema', schema } } }
const strict = (name: string, is?: boolean): Json => ({
  type: 'function',
  name,
  parameters: { ...schema, additionalProperties: false },
  ...(is !== undefined && { strict: is }),
})
const settings: readonly WireSibling[] = [
  ...['openai', 'azure', 'groq'].map((provider) =>
    chat(`six stop sequences, before ${provider}`, 'messages', provider, { stop_sequences: stops }, { stop: stops.slice(0, 4) }, 1),
  ),
  chat('six stop sequences, before DeepSeek', 'messages', 'deepseek', { stop_sequences: stops }, { stop: stops }, 0),
  chat('a schema of the answer, before DeepSeek', 'messages', 'deepseek', format, without('response_format'), 1),
  chat(
    'a temperature of Kimi for Coding',
    'messages',
    'moonshot',
    { model: 'kimi-for-coding', temperature: 0.3 },
    without('temperature'),
    1,
  ),
  chat(
    'one call at a time, before gpt-oss of Cerebras',
    'responses',
    'cerebras',
    { model: 'gpt-oss-120b', tools: [strict('f')], parallel_tool_calls: false },
    without('parallel_tool_calls'),
    1,
  ),
  chat(
    'strict tools among others, before Cerebras',
    'responses',
    'cerebras',
    { model: 'zai-glm-4.7', tools: [strict('f', true), strict('g', false)] },
    { tools: [{ function: { name: 'f', strict: false } }, { function: { name: 'g', strict: false } }] },
    1,
  ),
  chat(
    'strict tools alone, before Cerebras',
    'responses',
    'cerebras',
    { model: 'zai-glm-4.7', tools: [strict('f', true), strict('g', true)] },
    { tools: [{ function: { name: 'f', strict: true } }, { function: { name: 'g', strict: true } }] },
    0,
  ),
]

const upstreams = Object.keys(plain) as OurWire[]

/** Empty lists of tools, which OpenAI, Google, Cohere and others refuse. A provider of the client's own format gets them as they are. */
const emptyTools: readonly WireSibling[] = (['completions', 'messages', 'responses'] as const).flatMap((endpoint) =>
  upstreams
    .filter((upstream) => !(endpoint === 'messages' && upstream === 'anthropic-messages'))
    .filter((upstream) => !(endpoint === 'responses' && upstream === 'openai-responses'))
    .map((upstream): WireSibling => ({
      id: `an empty list of tools of ${endpoint}, before ${upstream}`,
      endpoint,
      upstream,
      request: { tools: [], ...(endpoint === 'completions' && { tool_choice: 'auto', parallel_tool_calls: false }) },
      answer: plain[upstream]!,
      asked: without('tools', 'tool_choice', 'toolConfig', 'parallel_tool_calls'),
    })),
)

/** Settings in a literal `extra_body`, and where each API has them. The fields beside it count. */
const extraBody: readonly WireSibling[] = (
  [
    ['openai-chat', { model: 'm', temperature: 0.9, top_k: 5, seed: 7 }],
    ['gemini', { generationConfig: { temperature: 0.9, topK: 5, seed: 7 } }],
    ['cohere', { temperature: 0.9, k: 5, seed: 7 }],
    ['ollama', { options: { temperature: 0.9, top_k: 5, seed: 7 } }],
  ] as const
).map(([upstream, asked]): WireSibling => ({
  id: `settings in extra_body, before ${upstream}`,
  endpoint: 'completions',
  upstream,
  request: { temperature: 0.9, extra_body: { model: 'other', stream: true, temperature: 0.1, top_k: 5, seed: 7 } },
  answer: plain[upstream]!,
  asked,
}))

const mark = { cache_control: { type: 'ephemeral' } }
const user = (cached: Json): Json => ({ role: 'user', content: [{ type: 'text', text: 'u', ...cached }] })
/** More cache marks than Anthropic takes: the last four stay. */
const marks: readonly WireSibling[] = (
  [
    ['anthropic-messages', (cached: Json) => ({ type: 'text', text: 'u', ...cached }), mark, {}],
    ['bedrock-converse', (cached: Json) => cached, { cachePoint: { type: 'default' } }, undefined],
  ] as const
).map(([upstream, block, cached, bare]): WireSibling => ({
  id: `six cache marks, before ${upstream}`,
  endpoint: 'completions',
  upstream,
  request: {
    model: 'claude-sonnet-4-5',
    messages: Array.from({ length: 6 }, () => [user(mark), { role: 'assistant', content: 'a' }])
      .flat()
      .slice(0, -1),
  },
  answer: plain[upstream]!,
  asked: {
    messages: Array.from({ length: 6 }, (_, at) => [
      {
        role: 'user',
        content: bare === undefined ? [{ text: 'u' }, ...(at < 2 ? [] : [cached])] : [at < 2 ? without('cache_control') : block(cached)],
      },
      { role: 'assistant' },
    ])
      .flat()
      .slice(0, -1),
  },
}))

const media: Readonly<Record<string, Json>> = {
  input_audio: { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
  file: { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
  video_url: { type: 'video_url', video_url: { url: 'https://a.example/v.mp4' } },
  image_url: { type: 'image_url', image_url: { url: pngUrl } },
}
/** A last message of nothing but media, and the upstreams that take none of it. */
const lost: Readonly<Partial<Record<OurWire, readonly (readonly [part: string, name: string])[]>>> = {
  'anthropic-messages': [
    ['input_audio', 'audio'],
    ['video_url', 'video_url'],
  ],
  'openai-responses': [['video_url', 'video_url']],
  'bedrock-converse': [['video_url', 'video_url']],
  cohere: [
    ['input_audio', 'audio'],
    ['file', 'file'],
  ],
  ollama: [
    ['input_audio', 'audio'],
    ['file', 'file'],
  ],
}
const onlyMedia: readonly WireSibling[] = Object.entries(lost).flatMap(([format, parts]) =>
  parts.flatMap(([part, name]) =>
    [
      [],
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'y' },
      ],
    ].map((before): WireSibling => ({
      id: `nothing but ${part} behind ${before.length} messages, before ${format}`,
      endpoint: 'completions',
      upstream: format as OurWire,
      request: { messages: [...before, { role: 'user', content: [media[part]!] }] },
      answer: plain[format as OurWire]!,
      told: {
        error: `The last message has nothing but content that the upstream does not take: ${name}. Add a text, or send the content in another form. / request_refused`,
      },
    })),
  ),
)
/** A last message of nothing but media that the upstream takes. */
const onlyTaken: readonly WireSibling[] = (
  [
    ['anthropic-messages', 'file'],
    ['openai-responses', 'input_audio'],
    ['gemini', 'file'],
    ['gemini', 'video_url'],
    ['bedrock-converse', 'image_url'],
    ['ollama', 'image_url'],
    ['cohere', 'image_url'],
  ] as const
).map(([upstream, part]): WireSibling => ({
  id: `nothing but ${part}, before ${upstream}`,
  endpoint: 'completions',
  upstream,
  request: { messages: [{ role: 'user', content: [media[part]!] }] },
  answer: plain[upstream]!,
  told: { answer: 'ok' },
}))
const loneDocument: WireSibling = {
  id: 'a document without a text, before Converse',
  endpoint: 'completions',
  upstream: 'bedrock-converse',
  request: { messages: [{ role: 'user', content: [media['file']!] }] },
  answer: plain['bedrock-converse']!,
  asked: { messages: [{ role: 'user', content: [{ document: { name: 'a pdf' } }, { text: 'a pdf' }] }] },
  notes: 1,
}

const named = { type: 'tool', name: 'f' }
const chosen: Readonly<Partial<Record<OurWire, Json>>> = {
  'anthropic-messages': { tool_choice: named },
  'openai-responses': { tool_choice: { type: 'function', name: 'f' } },
  gemini: { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } } },
  'bedrock-converse': { toolConfig: { toolChoice: { tool: { name: 'f' } } } },
}
const offered: Readonly<Record<Endpoint, Json>> = {
  completions: fn('f'),
  messages: { name: 'f', input_schema: schema },
  responses: { type: 'function', name: 'f', parameters: schema },
}
/** A tool choice in the words of each API, sent to each of them. */
const choices: readonly WireSibling[] = (['completions', 'messages', 'responses'] as const).flatMap((endpoint) =>
  Object.entries(chosen).flatMap(([format, asked]) =>
    [named, { type: 'function', name: 'f' }, { type: 'function', function: { name: 'f' } }].flatMap((choice, at): WireSibling[] => {
      const upstream = format as OurWire
      const isOwn =
        (upstream === 'anthropic-messages' && endpoint === 'messages') || (upstream === 'openai-responses' && endpoint === 'responses')
      const row = {
        id: `tool choice ${at} of ${endpoint}, before ${upstream}`,
        endpoint,
        upstream,
        request: { model: 'claude-sonnet-4-5', tools: [offered[endpoint]], tool_choice: choice },
        answer: plain[upstream]!,
        asked,
      }
      return isOwn ? [] : [row]
    }),
  ),
)

/** Tools of Chat Completions in the words of the other APIs, as editors send them. */
const flatTools: readonly WireSibling[] = (['responses', 'messages'] as const).map((words) => ({
  id: `tools of Chat Completions in the words of ${words}`,
  endpoint: 'completions',
  upstream: 'gemini',
  request: { tools: [offered[words]] },
  answer: plain['gemini']!,
  asked: { tools: [{ functionDeclarations: [{ name: 'f' }] }] },
}))

/** Tools of the other APIs in the words of Chat Completions. */
const nestedTools: readonly WireSibling[] = (['responses', 'messages'] as const).map((endpoint) => ({
  id: `tools of ${endpoint} in the words of Chat Completions`,
  endpoint,
  upstream: 'gemini',
  request: { tools: [offered.completions] },
  answer: plain['gemini']!,
  asked: { tools: [{ functionDeclarations: [{ name: 'f' }] }] },
}))

/** A tool loop in blocks of Messages, sent to Chat Completions. */
const blocks: WireSibling = {
  id: 'blocks of Messages in Chat Completions',
  endpoint: 'completions',
  upstream: 'gemini',
  request: {
    tools: [offered.completions],
    messages: [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a' },
          { type: 'tool_use', id: 't1', name: 'f', input: { q: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'b' },
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [
              { type: 'text', text: 'r' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            ],
          },
        ],
      },
    ],
  },
  answer: plain['gemini']!,
  asked: {
    contents: [
      { role: 'user' },
      { role: 'model', parts: [{ text: 'a' }, { functionCall: { name: 'f', args: { q: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f' } }, { inlineData: { data: 'aGk=' } }] },
      { role: 'user', parts: [{ text: 'b' }] },
    ],
  },
}

/** A part of Chat Completions in Responses. */
const nestedUrl: WireSibling = {
  id: 'image_url in Responses',
  endpoint: 'responses',
  upstream: 'gemini',
  request: { input: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }] }] },
  answer: plain['gemini']!,
  asked: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }] }] },
}

/** Reasoning that a client sends back under Ollama's name. */
const olderName: WireSibling = {
  id: 'thinking of a message in Chat Completions, before DeepSeek',
  endpoint: 'completions',
  upstream: 'openai-chat',
  provider: 'deepseek',
  request: {
    model: 'deepseek-v4',
    tools: [offered.completions],
    messages: [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: '',
        thinking: 'T',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'r' },
    ],
  },
  answer: plain['openai-chat']!,
  asked: { messages: [{}, { reasoning_content: 'T', ...without('thinking') }, {}] },
}

/** Parts of other APIs in messages of Chat Completions, and what Gemini gets. */
const foreignParts: readonly WireSibling[] = (
  [
    [{ type: 'input_text', text: 'hi' }, { text: 'hi' }],
    [{ type: 'input_image', image_url: 'data:image/png;base64,aGk=' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
    [
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' },
      { inlineData: { mimeType: 'application/pdf', data: 'aGk=' } },
    ],
    [{ type: 'audio_url', audio_url: { url: 'data:audio/mpeg;base64,aGk=' } }, { inlineData: { mimeType: 'audio/mpeg', data: 'aGk=' } }],
    [{ type: 'video_url', video_url: { url: 'data:video/mp4;base64,aGk=' } }, { inlineData: { mimeType: 'video/mp4', data: 'aGk=' } }],
    [
      { type: 'video_url', video_url: { url: 'https://a.example/v.mp4' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://a.example/v.mp4' } },
    ],
  ] as const
).map(([part, asked]): WireSibling => ({
  id: `${part.type} of Chat Completions ${JSON.stringify(part).length}, before gemini`,
  endpoint: 'completions',
  upstream: 'gemini',
  request: { messages: [{ role: 'user', content: [part] }] },
  answer: plain['gemini']!,
  asked: { contents: [{ role: 'user', parts: [asked] }] },
}))

/** The schema of an answer under the name that it had in Anthropic's first beta. */
const oldFormat: WireSibling = {
  id: 'output_format of Messages, before Responses',
  endpoint: 'messages',
  upstream: 'openai-responses',
  request: { output_format: { type: 'json_schema', schema } },
  answer: plain['openai-responses']!,
  asked: { text: { format: { type: 'json_schema', schema } } },
}

/** Requests that another API takes, and this provider refuses. */
export const fitted: readonly WireSibling[] = [
  ...tools,
  ...settings,
  ...emptyTools,
  ...extraBody,
  ...marks,
  ...onlyMedia,
  ...onlyTaken,
  loneDocument,
  ...choices,
  ...flatTools,
  ...foreignParts,
  oldFormat,
  ...nestedTools,
  blocks,
  nestedUrl,
  olderName,
]
