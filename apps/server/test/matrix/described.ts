import { encodeSse } from '@reason/core/framing'
import { encodeEventStream } from '@reason/providers-bedrock'
import type { Served } from './upstream.ts'

/**
 * Bodies as the documentation of their formats has them, for what nobody has recorded: answers of few words, and errors.
 *
 * @param step - Of a tool loop: its call has an id of its own.
 */

type Json = Record<string, unknown>

export const words = {
  thought: 'They greet me, so I greet them.',
  answer: 'Hello to you.',
  signature: 'c2lnbmF0dXJlLW9mLWEtcHJvdmlkZXI=',
  tool: 'get_weather',
  arguments: { city: 'Oslo', days: 3 },
  begun: 'Hello to',
  failure: 'The model is overloaded. Try again later.',
  refusal: 'Too many requests in this minute.',
} as const

const json = (value: unknown, status = 200): Served => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

/** Events whose name is in one of their fields. */
const sse = (name: string | undefined, events: readonly Json[], done = false): Served => ({
  type: 'text/event-stream',
  body: Buffer.from(
    events.map((event) => encodeSse({ data: JSON.stringify(event), ...(name !== undefined && { event: String(event[name]) }) })).join('') +
      (done ? 'data: [DONE]\n\n' : ''),
  ),
})

const lines = (events: readonly Json[]): Served => ({
  type: 'application/x-ndjson',
  body: Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
})

const frames = (events: readonly (readonly [event: string, data: Json])[]): Served => ({
  type: 'application/vnd.amazon.eventstream',
  body: Buffer.concat(events.map(([event, data]) => encodeEventStream({ event, data: JSON.stringify(data) }))),
})

export const described = {
  interactions: {
    reasoning: (): Served =>
      json(interaction('completed', [thought, { type: 'model_output', content: [{ type: 'text', text: words.answer }] }])),
    plainStream: (): Served => interactionStream('completed', outputEvents(0)),
    callStream: (step: number): Served =>
      interactionStream('requires_action', [
        { event_type: 'step.start', index: 0, step: { type: 'thought' } },
        { event_type: 'step.delta', index: 0, delta: { type: 'thought_signature', signature: words.signature } },
        { event_type: 'step.stop', index: 0 },
        { event_type: 'step.start', index: 1, step: { type: 'function_call', id: `call${step}`, name: words.tool, arguments: {} } },
        { event_type: 'step.delta', index: 1, delta: { type: 'arguments_delta', arguments: '{"city":"Oslo",' } },
        { event_type: 'step.delta', index: 1, delta: { type: 'arguments_delta', arguments: '"days":3}' } },
        { event_type: 'step.stop', index: 1 },
      ]),
    failed: (): Served => json({ ...interaction('failed', []), error: google }),
    failedStream: (): Served => sse('event_type', [created, ...outputEvents(0).slice(0, 2), { event_type: 'error', error: google }]),
  },
  bedrock: {
    plainStream: (): Served => converse('end_turn', textFrames(0, words.answer)),
    callStream: (step: number): Served =>
      converse('tool_use', [
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: words.thought } } }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: words.signature } } }],
        ['contentBlockStop', { contentBlockIndex: 0 }],
        ['contentBlockStart', { contentBlockIndex: 1, start: { toolUse: { toolUseId: `tooluse_${step}`, name: words.tool } } }],
        ['contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: '{"city":"Oslo",' } } }],
        ['contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: '"days":3}' } } }],
        ['contentBlockStop', { contentBlockIndex: 1 }],
      ]),
    failed: (): Served => json({ message: words.failure }),
    failedStream: (): Served =>
      frames([
        ['messageStart', { role: 'assistant' }],
        ...textFrames(0, words.begun).slice(0, 1),
        ['modelStreamErrorException', { message: words.failure, originalStatusCode: 500 }],
      ]),
  },
  cohere: {
    plainStream: (): Served => sse('type', [...cohereText(words.answer), cohereEnd('COMPLETE')], true),
    failed: (): Served => json({ message: words.failure }),
    failedStream: (): Served =>
      sse('type', [
        ...cohereText(words.begun).slice(0, 3),
        { type: 'message-end', delta: { finish_reason: 'ERROR', error: words.failure } },
      ]),
  },
  ollama: {
    plain: (): Served => json(ollama({ content: words.answer }, true)),
    plainStream: (): Served => lines([ollama({ content: 'Hello ' }), ollama({ content: 'to you.' }), ollama({ content: '' }, true)]),
    failed: (): Served => json({ error: words.failure }),
    failedStream: (): Served => lines([ollama({ content: words.begun }), { error: words.failure }]),
  },
  chat: {
    failed: (): Served => json({ error: { code: 503, message: words.failure, metadata: {} } }),
  },
  responses: {
    failed: (): Served => json({ ...response('failed'), error: openai }),
    failedStream: (): Served =>
      sse('type', [
        { type: 'response.created', sequence_number: 0, response: response('in_progress') },
        { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
        {
          type: 'response.content_part.added',
          sequence_number: 2,
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          part: { type: 'output_text', text: '', annotations: [] },
        },
        { type: 'response.output_text.delta', sequence_number: 3, item_id: 'msg_1', output_index: 0, content_index: 0, delta: words.begun },
        { type: 'error', sequence_number: 4, ...openai, param: null },
        { type: 'response.failed', sequence_number: 5, response: { ...response('failed'), error: openai } },
      ]),
  },
  messages: {
    failed: (): Served => json(overloaded),
    failedStream: (): Served =>
      sse('type', [
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'claude-sonnet-4-5',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 3, output_tokens: 1 },
          },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words.begun } },
        overloaded,
      ]),
  },
  gemini: {
    failed: (): Served => json({ error: google }),
    failedStream: (): Served =>
      sse(undefined, [
        { candidates: [{ content: { role: 'model', parts: [{ text: words.begun }] }, index: 0 }], modelVersion: 'gemini-2.5-pro' },
        { error: google },
      ]),
  },
} as const

/** How each format says that there were too many requests. */
export const refusals = {
  google: json({ error: { code: 429, message: words.refusal, status: 'RESOURCE_EXHAUSTED' } }, 429),
  message: json({ message: words.refusal }, 429),
  ollama: json({ error: words.refusal }, 429),
  anthropic: json({ type: 'error', error: { type: 'rate_limit_error', message: words.refusal }, request_id: 'req_1' }, 429),
}

const google = { code: 503, message: words.failure, status: 'UNAVAILABLE' }
const openai = { code: 'server_error', message: words.failure }
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: words.failure } }

const thought = { type: 'thought', signature: words.signature, summary: [{ type: 'text', text: words.thought }] }
const usage = { total_input_tokens: 9, total_output_tokens: 5, total_thought_tokens: 7, total_tokens: 21 }
const interaction = (status: string, steps: readonly Json[]): Json => ({
  id: 'v1_1',
  object: 'interaction',
  status,
  model: 'gemini-2.5-flash',
  steps,
  usage,
})
const created = {
  event_type: 'interaction.created',
  interaction: { id: 'v1_1', object: 'interaction', status: 'in_progress', model: 'gemini-2.5-flash' },
}
const outputEvents = (index: number): Json[] => [
  { event_type: 'step.start', index, step: { type: 'model_output' } },
  { event_type: 'step.delta', index, delta: { type: 'text', text: words.begun } },
  { event_type: 'step.delta', index, delta: { type: 'text', text: ' you.' } },
  { event_type: 'step.stop', index },
]
const interactionStream = (status: string, events: readonly Json[]): Served => {
  const { steps: _, ...rest } = interaction(status, [])
  return sse('event_type', [created, ...events, { event_type: 'interaction.completed', interaction: rest }])
}

type Frames = (readonly [event: string, data: Json])[]
const textFrames = (contentBlockIndex: number, text: string): Frames => [
  ['contentBlockDelta', { contentBlockIndex, delta: { text } }],
  ['contentBlockStop', { contentBlockIndex }],
]
const converse = (stopReason: string, blocks: Frames): Served =>
  frames([
    ['messageStart', { role: 'assistant' }],
    ...blocks,
    ['messageStop', { stopReason }],
    ['metadata', { usage: { inputTokens: 9, outputTokens: 12, totalTokens: 21 }, metrics: { latencyMs: 20 } }],
  ])

const cohereText = (text: string): Json[] => [
  { type: 'message-start', id: 'c1', delta: { message: { role: 'assistant', content: [], tool_calls: [], citations: [], tool_plan: '' } } },
  { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
  { type: 'content-delta', index: 0, delta: { message: { content: { text } } } },
  { type: 'content-end', index: 0 },
]
const cohereEnd = (reason: string): Json => ({
  type: 'message-end',
  delta: {
    finish_reason: reason,
    usage: { billed_units: { input_tokens: 5, output_tokens: 4 }, tokens: { input_tokens: 9, output_tokens: 5 } },
  },
})

const ollama = (message: Json, done = false): Json => ({
  model: 'qwen3:4b',
  created_at: '2026-07-28T06:38:03.222822Z',
  message: { role: 'assistant', ...message },
  done,
  ...(done && { done_reason: 'stop', total_duration: 9_000_000, prompt_eval_count: 9, eval_count: 5 }),
})

const item = { type: 'message', id: 'msg_1', role: 'assistant' }
const response = (status: string): Json => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_474_589,
  status,
  error: null,
  incomplete_details: null,
  model: 'gpt-5',
  output: [],
  parallel_tool_calls: true,
  tools: [],
  usage: null,
})
