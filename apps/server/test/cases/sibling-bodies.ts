import { encodeSse } from '@reason/core/framing'
import type { Json } from '@reason/gateway/json'
import type { Served } from '../matrix/upstream.ts'

export const json = (value: unknown, status = 200): Served => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

export const sse = (events: readonly Json[]): Served => ({
  type: 'text/event-stream',
  body: Buffer.from(events.map((event) => encodeSse({ data: JSON.stringify(event) })).join('') + 'data: [DONE]\n\n'),
})

export const head = { id: 'chatcmpl-u1', created: 1_790_000_000, model: 'm' }
export const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

export const chunk = (delta: Json, finish: string | null = null): Json => ({
  ...head,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

export const chat = (message: Json, finish: unknown = 'stop', more: Json = {}): Json => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: counts,
  ...more,
})

export const claude = (content: readonly Json[], stop: string | null = 'end_turn', more: Json = {}): Json => ({
  id: 'msg_u1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
})

export const gemini = (parts: readonly Json[], finish: string | undefined, more: Json = {}): Json => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finish !== undefined && { finishReason: finish }) }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  ...more,
})

export const converse = (content: readonly Json[], stopReason: string, more: Json = {}): Json => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  ...more,
})

export const cohere = (content: readonly Json[], finish: string, more: Json = {}): Json => ({
  id: 'co1',
  finish_reason: finish,
  message: { role: 'assistant', content },
  usage: { tokens: { input_tokens: 10, output_tokens: 5 } },
  ...more,
})

export const ollama = (message: Json, reason: string): Json => ({
  model: 'm',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', ...message },
  done: true,
  done_reason: reason,
  prompt_eval_count: 10,
  eval_count: 5,
})

/** Events of one content block of Messages. */
export const block = (index: number, start: Json, ...deltas: Json[]): Json[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
/** A stream of Messages. `stop`: the fields of its last delta. */
export const claudeStream = (stop: Json, ...blocks: Json[][]): Served =>
  sse([
    { type: 'message_start', message: claude([], null) },
    ...blocks.flat(),
    { type: 'message_delta', delta: stop, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ])
