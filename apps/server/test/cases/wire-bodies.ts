import { encodeSse } from '@reason/core/framing'
import type { OurWire } from '@reason/gateway/upstreams'
import { asObject, isObject, type Json } from '@reason/gateway/json'
import type { Served } from '../matrix/upstream.ts'
import { upstreamOf, type WireRow } from './wire-rows.ts'

const json = (value: unknown, status = 200): Served => ({ status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) })

const sse = (events: readonly unknown[], name: string | undefined, done: boolean): Served => ({
  type: 'text/event-stream',
  body: Buffer.from(
    events
      .map((event) => encodeSse({ data: JSON.stringify(event), ...(name !== undefined && { event: String(asObject(event)[name]) }) }))
      .join('') + (done ? 'data: [DONE]\n\n' : ''),
  ),
})

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const claudeUsage = { input_tokens: 10, output_tokens: 5 }

const chat = (message: Json, finish: string): Json => ({
  id: 'chatcmpl-u1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage,
})

const claude = (content: readonly unknown[], stopReason: string): Json => ({
  id: 'msg_u1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  usage: claudeUsage,
})

const responses = (output: readonly unknown[]): Json => ({
  id: 'resp_u1',
  object: 'response',
  created_at: 1_790_000_000,
  status: 'completed',
  model: 'm',
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
})

const gemini = (parts: readonly unknown[]): Json => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
})

/** A plain answer in each format. */
export const plainAnswer: Readonly<Partial<Record<OurWire, () => Served>>> = {
  'openai-chat': () => json(chat({ content: 'ok' }, 'stop')),
  'openai-responses': () =>
    json(
      responses([{ type: 'message', id: 'm1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok' }] }]),
    ),
  'anthropic-messages': () => json(claude([{ type: 'text', text: 'ok' }], 'end_turn')),
  gemini: () => json(gemini([{ text: 'ok' }])),
  ollama: () =>
    json({
      model: 'm',
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', content: 'ok' },
      done: true,
      done_reason: 'stop',
    }),
  'bedrock-converse': () =>
    json({
      output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    }),
}

/** The answer of a row's upstream. */
export function answerOf(row: WireRow): Served {
  const { format } = upstreamOf(row)
  const { upstreamBody: body } = row
  if (row.stream) return streamed(format, body)
  const whole = wholeOf[format]?.(body, isLoop(row))
  return whole === undefined ? plainAnswer[format]!() : json(whole)
}

/** True if a row's request has the assistant's message, which makes it the second step of a tool loop. */
export const isLoop = ({ request }: WireRow): boolean => Array.isArray(request) || (isObject(request) && request['role'] === 'assistant')

const signatureIn = (text: string): string => /thoughtSignature (\S+)/.exec(text)![1]!

/** Builds whole bodies. A row has a complete body, only its message, or a description in words. */
const wholeOf: Readonly<Partial<Record<OurWire, (body: unknown, loops: boolean) => Json | undefined>>> = {
  'openai-chat'(body, loops) {
    if (!isObject(body)) return undefined
    if (body['choices'] !== undefined) return body
    const { finish_reason: finish = loops ? 'tool_calls' : 'stop', ...fields } = body
    const message = asObject(fields['message'] ?? fields)
    return chat({ ...message, ...(loops && { tool_calls: [call] }) }, finish as string)
  },
  'openai-responses': (body) => (Array.isArray(body) ? responses(body) : isObject(body) ? body : undefined),
  'anthropic-messages'(body) {
    if (Array.isArray(body)) return claude(body, 'tool_use')
    if (isObject(body)) return body
    const stopReason = typeof body === 'string' ? /stop_reason (\w+)/.exec(body)?.[1] : undefined
    return stopReason === undefined ? undefined : claude([{ type: 'text', text: 'ok' }], stopReason)
  },
  gemini: (body) =>
    typeof body === 'string' && body.startsWith('functionCall')
      ? gemini([
          { text: 'T', thought: true },
          { functionCall: { name: 'f', args: { q: 'a' } }, thoughtSignature: signatureIn(body) },
        ])
      : undefined,
  'bedrock-converse': (body) =>
    isObject(body) ? { output: body, stopReason: 'tool_use', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } } : undefined,
}

function streamed(format: OurWire, body: unknown): Served {
  if (format === 'openai-responses') return sse(body as unknown[], 'type', false)
  if (format !== 'anthropic-messages') return sse(body as unknown[], undefined, true)
  if (Array.isArray(body)) return claudeStream(body, claudeUsage, claudeUsage)
  const { start, delta } = body as { start: Json; delta: Json }
  const text = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
    { type: 'content_block_stop', index: 0 },
  ]
  return claudeStream(text, start, delta)
}

const claudeStream = (events: readonly unknown[], start: Json, delta: Json): Served =>
  sse(
    [
      { type: 'message_start', message: { ...claude([], 'end_turn'), stop_reason: null, usage: start } },
      ...events,
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: delta },
      { type: 'message_stop' },
    ],
    'type',
    false,
  )
