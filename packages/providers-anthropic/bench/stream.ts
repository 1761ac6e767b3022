import { encodeSse } from '@reason/core/framing'

/** A stream of small events, as the API sends them: one read each, first thinking, then the answer. */
export function createStream(events: number): { reads: string[]; reasoning: string; answer: string } {
  const event = (type: string, fields: object): string => encodeSse({ event: type, data: JSON.stringify({ type, ...fields }) })
  const delta = (index: number, delta: object): string => event('content_block_delta', { index, delta })
  const tokens = Array.from({ length: events }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = events >> 1
  const usage = { input_tokens: 10, output_tokens: events }
  return {
    reads: [
      event('message_start', {
        message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [], usage },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
      ...tokens.slice(0, half).map((thinking) => delta(0, { type: 'thinking_delta', thinking })),
      delta(0, { type: 'signature_delta', signature: 'Sig' }),
      event('content_block_stop', { index: 0 }),
      event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
      ...tokens.slice(half).map((text) => delta(1, { type: 'text_delta', text })),
      event('content_block_stop', { index: 1 }),
      event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
      event('message_stop', {}),
    ],
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
