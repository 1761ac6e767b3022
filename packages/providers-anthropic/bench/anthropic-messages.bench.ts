import { encodeSse } from '@reason/core/framing'
import { benchWire, textTransport } from '@reason/exchanges/bench'
import { anthropicMessages } from '../src/index.ts'

// node --conditions=@reason/source bench/anthropic-messages.bench.ts [events]

const event = (type: string, fields: object): string => encodeSse({ event: type, data: JSON.stringify({ type, ...fields }) })
const delta = (index: number, value: object): string => event('content_block_delta', { index, delta: value })
const usage = { input_tokens: 10, output_tokens: 50_000 }

benchWire(anthropicMessages(), textTransport('sse'), (reasoning, answer) => [
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [], usage },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
  ...reasoning.map((thinking) => delta(0, { type: 'thinking_delta', thinking })),
  delta(0, { type: 'signature_delta', signature: 'Sig' }),
  event('content_block_stop', { index: 0 }),
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  ...answer.map((token) => delta(1, { type: 'text_delta', text: token })),
  event('content_block_stop', { index: 1 }),
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
  event('message_stop', {}),
])
