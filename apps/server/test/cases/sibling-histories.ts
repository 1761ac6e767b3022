import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../matrix/upstream.ts'
import { chat, claude, cohere, gemini, json, ollama } from './sibling-bodies.ts'
import type { WireSibling } from './wire-siblings.ts'

const ok = { type: 'text', text: 'ok' }
const responsesOk = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok' }] }

/** Plain answers of an upstream, by format. */
const plain: Readonly<Partial<Record<OurWire, Served>>> = {
  'openai-chat': json(chat({ content: 'ok' })),
  'openai-responses': json({ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [responsesOk] }),
  'anthropic-messages': json(claude([ok])),
  gemini: json(gemini([{ text: 'ok' }], 'STOP')),
  cohere: json(cohere([ok], 'COMPLETE')),
  ollama: json(ollama({ content: 'ok' }, 'stop')),
}

const x = { role: 'user', content: 'x' }
const more = { role: 'user', content: 'more' }
const png = { media_type: 'image/png', data: 'iVBORw0KGgo=' }
const pngUrl = `data:image/png;base64,${png.data}`

/** Answers that another format cannot express. Mistral and many templates refuse an empty message. */
const nothing: readonly WireSibling[] = (
  [
    [
      'responses',
      { input: [x, { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } }, more] },
    ],
    ['responses', { input: [x, { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: png.data }, more] }],
    [
      'messages',
      { messages: [x, { role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }] }, more] },
    ],
  ] as const
).flatMap(([endpoint, request], at) =>
  (
    [
      ['openai-chat', undefined],
      ['openai-chat', 'mistral'],
      ['openai-chat', 'deepseek'],
      ['ollama', undefined],
    ] as const
  ).map(([upstream, provider]): WireSibling => ({
    id: `an answer of items of its own API alone (${at}), before ${provider ?? upstream}`,
    endpoint,
    upstream,
    ...(provider && { provider }),
    request,
    answer: plain[upstream]!,
    asked: { messages: [x, more] },
    notes: 1,
  })),
)

/** Media that a model created. Other APIs accept no media in an answer, except Gemini, which accepts images. */
const made: readonly WireSibling[] = (
  [
    ['audio', { audio: { id: 'audio_1' } }],
    ['images', { images: [{ type: 'image_url', image_url: { url: pngUrl } }] }],
    ['images in the content', { content: [ok, { type: 'image_url', image_url: { url: pngUrl } }] }],
  ] as const
).flatMap(([kind, fields]) =>
  (['openai-responses', 'gemini', 'cohere', 'ollama'] as const).map((upstream): WireSibling => ({
    id: `${kind} that a model made, before ${upstream}`,
    endpoint: 'completions',
    upstream,
    request: { messages: [x, { role: 'assistant', content: 'ok', ...fields }, more] },
    answer: plain[upstream]!,
    notes: kind.startsWith('images') && upstream === 'gemini' ? 0 : 1,
  })),
)

const documents: readonly Json[] = [
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' }, title: 'Notes' },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'more' } },
]
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'T' }
const file = (name: string, url: string): Json => ({ type: 'input_file', filename: name, file_data: url })
const asks = (content: readonly Json[]): Json => ({ messages: [{ role: 'user', content }] })

const files: readonly WireSibling[] = [
  {
    id: 'files have names with the ending of their type',
    endpoint: 'messages',
    upstream: 'openai-responses',
    request: asks([...documents, pdf]),
    answer: plain['openai-responses']!,
    asked: {
      input: [
        {
          content: [
            file('Notes.txt', 'data:text/plain;base64,cGxhaW4='),
            file('file.txt', 'data:text/plain;base64,bW9yZQ=='),
            file('T.pdf', 'data:application/pdf;base64,JVBERi0='),
          ],
        },
      ],
    },
  },
  {
    id: 'a file has a name with the ending of its type in Chat, too',
    endpoint: 'messages',
    upstream: 'openai-chat',
    request: asks([pdf]),
    answer: plain['openai-chat']!,
    asked: {
      messages: [{ content: [{ type: 'file', file: { filename: 'T.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }] }],
    },
  },
  {
    id: 'files of text are text before Cohere',
    endpoint: 'messages',
    upstream: 'cohere',
    request: asks([...documents, ok]),
    answer: plain.cohere!,
    asked: {
      messages: [
        {
          content: [{ type: 'text', text: 'Notes:\n\nplain' }, { type: 'text', text: 'more' }, ok],
        },
      ],
    },
    notes: 1,
  },
  {
    id: 'files of text are text before Ollama',
    endpoint: 'messages',
    upstream: 'ollama',
    request: asks([...documents, ok]),
    answer: plain.ollama!,
    asked: { messages: [{ content: 'Notes:\n\nplain\nmore\nok' }] },
    notes: 1,
  },
  {
    id: 'an image by an id of another provider',
    endpoint: 'messages',
    upstream: 'openai-responses',
    request: asks([{ type: 'image', source: { type: 'file', file_id: 'file_1' } }]),
    answer: plain['openai-responses']!,
    told: {
      error:
        "The provider would refuse the request for m: A file is given by its id at anthropic-messages, which the target cannot read. Send the file's content. Repair the request first. / request_refused",
    },
  },
  {
    id: 'media of a result stand in one message with what the user says behind it',
    endpoint: 'messages',
    upstream: 'openai-chat',
    request: {
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      messages: [
        x,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image', source: { type: 'base64', ...png } }] },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
    },
    answer: plain['openai-chat']!,
    asked: {
      messages: [
        x,
        { role: 'assistant' },
        { role: 'tool', content: '' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What the tools returned besides text:' },
            { type: 'image_url', image_url: { url: pngUrl } },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
    },
  },
]

const lost = 'There is no result: the call was interrupted, or its result was lost. It may have run.'
const orphaned = 'Result of an earlier tool call:\nr'
const calls = ['call_1', 'call_2'].map((id) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' }))
const result = { type: 'function_call_output', call_id: 'call_1', output: 'r' }

/** Interrupted agents have calls without results; agents that shorten their history have results without calls. Providers refuse both. */
const unpaired: readonly WireSibling[] = (
  [
    [
      'openai-chat',
      [{ role: 'tool', tool_call_id: 'call_1', content: 'r' }, { role: 'tool', tool_call_id: 'call_2', content: lost }, more],
      [{ role: 'user', content: orphaned }, more],
    ],
    [
      'anthropic-messages',
      [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1' },
            { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: lost }], is_error: true },
            { type: 'text', text: 'more' },
          ],
        },
      ],
      [{ role: 'user', content: [{ type: 'text', text: orphaned }] }, { role: 'user' }],
    ],
    [
      'gemini',
      [
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'call_1' } }, { functionResponse: { id: 'call_2', response: { error: lost } } }],
        },
        { role: 'user' },
      ],
      [{ parts: [{ text: orphaned }] }, { parts: [{ text: 'more' }] }],
    ],
  ] as const
).flatMap(([upstream, repaired, told]): WireSibling[] => {
  const name = upstream === 'gemini' ? 'contents' : 'messages'
  const row = { endpoint: 'responses' as const, upstream, answer: plain[upstream]! }
  return [
    {
      ...row,
      id: `a call without a result, to ${upstream}`,
      request: { input: [x, ...calls, result, more] },
      asked: { [name]: [{}, {}, ...repaired] },
    },
    {
      ...row,
      id: `a result without its call, to ${upstream}`,
      request: { input: [x, result, more] },
      asked: { [name]: [{}, ...told] },
    },
  ]
})

const chatCall = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const ofLangChain = (content: readonly Json[]): Json => ({
  messages: [x, { role: 'assistant', content, tool_calls: [chatCall] }, { role: 'tool', tool_call_id: 'call_1', content: 'r' }],
})
const thinks = { type: 'reasoning', reasoning: 'R' }
const inText = { content: [ok], tool_calls: [chatCall] }

/** Blocks of LangChain, whose Chat client sends them on as they are. Most servers refuse their types. */
const langChain: readonly WireSibling[] = [
  ...(
    [
      ['openai', 'gpt-5.1', inText],
      ['deepseek', 'deepseek-v4-pro', { ...inText, reasoning_content: 'R' }],
      [undefined, 'deepseek-v4-pro', { ...inText, reasoning_content: 'R' }],
      [undefined, 'm', { ...inText, reasoning_content: 'R' }],
      ['vllm', 'qwen3-8b', { ...inText, reasoning: 'R' }],
      ['mistral', 'magistral-medium-latest', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'R' }] }, ok] }],
    ] as const
  ).map(([provider, model, message]): WireSibling => ({
    id: `a thought in LangChain's block, before ${provider ?? 'an unknown server'} (${model})`,
    endpoint: 'completions',
    upstream: 'openai-chat',
    ...(provider && { provider }),
    request: { model, ...ofLangChain([thinks, ok]) },
    answer: plain['openai-chat']!,
    asked: { messages: [x, message, {}] },
  })),
  {
    id: 'a call in a block and in its field is one',
    endpoint: 'completions',
    upstream: 'anthropic-messages',
    request: ofLangChain([ok, { type: 'tool_use', id: 'call_1', name: 'f', input: {} }]),
    answer: plain['anthropic-messages']!,
    asked: {
      messages: [
        {},
        { content: [ok, { type: 'tool_use', id: 'call_1', name: 'f', input: {} }] },
        { content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      ],
    },
  },
]

const blocks = (...texts: readonly string[]): Json[] => texts.map((text) => ({ type: 'text', text }))
const marked = { ...ok, cache_control: { type: 'ephemeral' } }

/** Claude Code sends its instructions, questions and results as several texts. */
const severalTexts: readonly WireSibling[] = (
  [
    ['deepseek', ok, 's\n\nok'],
    ['groq', ok, 's\n\nok'],
    [undefined, ok, 's\n\nok'],
    ['deepseek', marked, 's\n\nok'],
    ['openrouter', marked, [...blocks('s'), marked]],
  ] as const
).map(([provider, last, system], at): WireSibling => ({
  id: `several texts of Messages (${at}), before ${provider ?? 'an unknown server'}`,
  endpoint: 'messages',
  upstream: 'openai-chat',
  ...(provider && { provider }),
  request: {
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    system: [...blocks('s'), last],
    messages: [
      { role: 'user', content: blocks('one', 'two') },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: blocks('r', '', 'q') }] },
    ],
  },
  answer: plain['openai-chat']!,
  asked: { messages: [{ content: system }, { content: 'one\n\ntwo' }, {}, { content: 'r\n\nq' }] },
}))

/** Histories with items that only one API has. */
export const foreignHistories: readonly WireSibling[] = [...nothing, ...made, ...files, ...unpaired, ...langChain, ...severalTexts]
