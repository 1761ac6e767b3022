import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../../matrix/upstream.ts'
import { chat, claude, cohere, converse, gemini, json, ollama } from '../sibling-bodies.ts'
import type { Endpoint } from '../wire-rows.ts'

export const endpoints: readonly Endpoint[] = ['completions', 'messages', 'responses']
export const ok = { type: 'text', text: 'ok' }
export const message = (text: string, more: Json = {}): Json => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
})
export const responses = (output: readonly Json[], more: Json = {}): Json => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  ...more,
})
export const plain: Readonly<Partial<Record<OurWire, Served>>> = {
  'openai-chat': json(chat({ content: 'ok' })),
  'openai-responses': json(responses([message('ok')])),
  'anthropic-messages': json(claude([ok])),
  gemini: json(gemini([{ text: 'ok' }], 'STOP')),
  'bedrock-converse': json(converse([{ text: 'ok' }], 'end_turn')),
  cohere: json(cohere([ok], 'COMPLETE')),
  ollama: json(ollama({ content: 'ok' }, 'stop')),
}

export const signature = 'EqQBCkYIAxgCKkBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
export const png = 'iVBORw0KGgo='
export const pngUrl = `data:image/png;base64,${png}`
export const x = { role: 'user', content: 'x' }

/** The outcome of an answer, and of one that ends with a call, by client API. */
export const stops = { completions: 'stop', messages: 'end_turn', responses: 'completed' } as const
export const calls = { completions: 'tool_calls', messages: 'tool_use', responses: 'completed' } as const
