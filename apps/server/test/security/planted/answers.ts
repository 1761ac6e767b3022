import { encodeSse } from '@reason/core/framing'
import { encodeEventStream } from '@reason/providers-bedrock'
import type { OurWire } from '@reason/gateway/upstreams'

/** A provider's answer with a thought, a text and a call: the events of a stream, or a whole body. */
export interface Answer {
  api: OurWire
  framing: 'json' | 'sse' | 'ndjson' | 'aws-eventstream'
  events: readonly Event[]
}

export interface Event {
  /** The name of the event, if any. */
  event?: string
  data: unknown
}

/** Text of every answer, which every client may see. */
export const answered = 'Fine.'

const thought = 'He may not know.'
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
const chatUsage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8, completion_tokens_details: { reasoning_tokens: 2 } }
const logprobs = { content: [{ token: answered, logprob: -0.5, bytes: [70], top_logprobs: [{ token: 'A', logprob: -1, bytes: [65] }] }] }
const chatHead = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'm', system_fingerprint: 'fp' }

const chatMessage = {
  role: 'assistant',
  content: answered,
  reasoning_content: thought,
  reasoning_details: [{ type: 'reasoning.text', text: thought, index: 0 }],
  annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 4 } }],
  tool_calls: [call],
}

const chatChunk = (delta: object, finish: string | null = null): Event => ({
  data: { ...chatHead, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] },
})

const item = {
  thought: { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: thought }], content: [] },
  text: {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [
      {
        type: 'output_text',
        text: answered,
        annotations: [{ type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 4 }],
        logprobs: [],
      },
    ],
  },
  call: { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}', status: 'completed' },
}
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'm',
  status: 'completed',
  text: { format: { type: 'text' } },
  output: [item.thought, item.text, item.call],
  usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8, output_tokens_details: { reasoning_tokens: 2 } },
}
const responseEvent = (type: string, rest: object): Event => ({ event: type, data: { type, ...rest } })

const claudeCitation = {
  type: 'char_location',
  cited_text: 'A',
  document_index: 0,
  document_title: 'A',
  start_char_index: 0,
  end_char_index: 1,
}
const blocks = [
  { type: 'thinking', thinking: thought, signature: 'c2ln' },
  { type: 'text', text: answered, citations: [claudeCitation] },
  { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
]
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: blocks,
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 5, server_tool_use: { web_search_requests: 1 } },
}
const messageEvent = (type: string, rest: object): Event => ({ event: type, data: { type, ...rest } })
const blockEvents = (index: number, start: object, delta: object): Event[] => [
  messageEvent('content_block_start', { index, content_block: start }),
  messageEvent('content_block_delta', { index, delta }),
  messageEvent('content_block_stop', { index }),
]

const geminiParts = [
  { text: thought, thought: true },
  { text: answered },
  { functionCall: { name: 'look', args: {} }, thoughtSignature: 'c2ln' },
]
const groundingMetadata = {
  groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
  groundingSupports: [{ segment: { startIndex: 0, endIndex: 4, text: answered }, groundingChunkIndices: [0], confidenceScores: [0.5] }],
}
const gemini = {
  candidates: [{ index: 0, content: { role: 'model', parts: geminiParts }, finishReason: 'STOP', groundingMetadata }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 3, thoughtsTokenCount: 2, totalTokenCount: 8 },
  modelVersion: 'm',
  responseId: 'r',
}

const interaction = {
  id: 'i',
  model: 'm',
  status: 'completed',
  steps: [
    { type: 'thought', summary: [{ type: 'text', text: thought }], signature: 'c2ln' },
    { type: 'model_output', content: [{ type: 'text', text: answered }] },
    { type: 'function_call', id: 'call_1', name: 'look', arguments: {} },
  ],
  usage: { total_input_tokens: 3, total_output_tokens: 3, total_thought_tokens: 2, total_tokens: 8 },
}

const converse = {
  output: {
    message: {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: thought, signature: 'c2ln' } } },
        { text: answered },
        { citationsContent: { content: [{ text: ' Good.' }], citations: [{ title: 'A', sourceContent: [{ text: 'A' }] }] } },
        { toolUse: { toolUseId: 'call_1', name: 'look', input: {} } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 },
  metrics: { latencyMs: 1 },
}

const cohere = {
  id: 'c',
  message: {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: thought },
      { type: 'text', text: answered },
    ],
    tool_calls: [call],
    citations: [
      { start: 0, end: 4, text: answered, type: 'TEXT_CONTENT', sources: [{ type: 'tool', id: 'a', tool_output: { title: 'A' } }] },
    ],
  },
  finish_reason: 'TOOL_CALL',
  usage: { billed_units: { input_tokens: 3, output_tokens: 5 }, tokens: { input_tokens: 3, output_tokens: 5 } },
}

const ollama = (message: object, rest: object = {}): Event => ({
  data: { model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '', ...message }, done: false, ...rest },
})
const ollamaCall = { id: 'call_1', function: { name: 'look', arguments: {} } }
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 5 }

const whole = (api: OurWire, data: unknown): Answer => ({ api, framing: 'json', events: [{ data }] })

export const answers: readonly Answer[] = [
  whole('openai-chat', {
    ...chatHead,
    object: 'chat.completion',
    choices: [{ index: 0, message: chatMessage, finish_reason: 'tool_calls', logprobs }],
    usage: chatUsage,
  }),
  {
    api: 'openai-chat',
    framing: 'sse',
    events: [
      chatChunk({ role: 'assistant', content: '' }),
      chatChunk({ reasoning_content: thought, reasoning_details: [{ type: 'reasoning.text', text: thought, index: 0 }] }),
      chatChunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] }),
      chatChunk({ content: answered, annotations: chatMessage.annotations }),
      chatChunk({ tool_calls: [{ index: 0, ...call }] }),
      chatChunk({}, 'tool_calls'),
      { data: { ...chatHead, object: 'chat.completion.chunk', choices: [], usage: chatUsage } },
      { data: '[DONE]' },
    ],
  },
  whole('openai-responses', response),
  {
    api: 'openai-responses',
    framing: 'sse',
    events: [
      responseEvent('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
      responseEvent('response.output_item.added', { output_index: 0, item: { ...item.thought, summary: [] } }),
      responseEvent('response.reasoning_summary_text.delta', { item_id: 'rs_1', output_index: 0, summary_index: 0, delta: thought }),
      responseEvent('response.output_item.done', { output_index: 0, item: item.thought }),
      responseEvent('response.output_item.added', { output_index: 1, item: { ...item.text, status: 'in_progress', content: [] } }),
      responseEvent('response.output_text.delta', { item_id: 'msg_1', output_index: 1, content_index: 0, delta: answered, logprobs: [] }),
      responseEvent('response.output_item.done', { output_index: 1, item: item.text }),
      responseEvent('response.output_item.added', { output_index: 2, item: { ...item.call, arguments: '' } }),
      responseEvent('response.function_call_arguments.delta', { item_id: 'fc_1', output_index: 2, delta: '{}' }),
      responseEvent('response.output_item.done', { output_index: 2, item: item.call }),
      responseEvent('response.completed', { response }),
    ],
  },
  whole('anthropic-messages', message),
  {
    api: 'anthropic-messages',
    framing: 'sse',
    events: [
      messageEvent('message_start', { message: { ...message, content: [], stop_reason: null } }),
      ...blockEvents(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: thought }),
      messageEvent('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
      messageEvent('content_block_delta', { index: 1, delta: { type: 'text_delta', text: answered } }),
      messageEvent('content_block_delta', { index: 1, delta: { type: 'citations_delta', citation: claudeCitation } }),
      messageEvent('content_block_stop', { index: 1 }),
      ...blockEvents(2, { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }, { type: 'input_json_delta', partial_json: '{}' }),
      messageEvent('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: message.usage }),
      messageEvent('message_stop', {}),
    ],
  },
  whole('gemini', gemini),
  { api: 'gemini', framing: 'sse', events: [{ data: gemini }] },
  whole('gemini-interactions', interaction),
  whole('bedrock-converse', converse),
  {
    api: 'bedrock-converse',
    framing: 'aws-eventstream',
    events: [
      { event: 'messageStart', data: { role: 'assistant' } },
      { event: 'contentBlockDelta', data: { contentBlockIndex: 0, delta: { reasoningContent: { text: thought } } } },
      { event: 'contentBlockStop', data: { contentBlockIndex: 0 } },
      { event: 'contentBlockDelta', data: { contentBlockIndex: 1, delta: { text: answered } } },
      { event: 'contentBlockStop', data: { contentBlockIndex: 1 } },
      { event: 'messageStop', data: { stopReason: 'end_turn' } },
      { event: 'metadata', data: { usage: converse.usage, metrics: converse.metrics } },
    ],
  },
  whole('cohere', cohere),
  { api: 'ollama', framing: 'json', events: [ollama({ thinking: thought, content: answered, tool_calls: [ollamaCall] }, ollamaEnd)] },
  {
    api: 'ollama',
    framing: 'ndjson',
    events: [ollama({ thinking: thought }), ollama({ content: answered }), ollama({ tool_calls: [ollamaCall] }), ollama({}, ollamaEnd)],
  },
]

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data))

const frameOf = ({ event, data }: Event) => ({ ...(event !== undefined && { event }), data: textOf(data) })

const encoders = {
  json: ({ data }: Event) => textOf(data),
  sse: (event: Event) => encodeSse(frameOf(event)),
  ndjson: ({ data }: Event) => `${textOf(data)}\n`,
  'aws-eventstream': (event: Event) => encodeEventStream(frameOf(event)),
}

export const bodyOf = ({ framing, events }: Answer): Buffer => Buffer.concat(events.map((event) => Buffer.from(encoders[framing](event))))

export const contentTypeOf = ({ framing }: Answer): string =>
  ({
    json: 'application/json',
    sse: 'text/event-stream',
    ndjson: 'application/x-ndjson',
    'aws-eventstream': 'application/vnd.amazon.eventstream',
  })[framing]
