import { benchWire, textTransport } from '@reason/exchanges/bench'
import { openaiResponses } from '../src/index.ts'

// node --conditions=@reason/source bench/openai-responses.bench.ts [events]

let sequence = 0
const event = (type: string, rest: Record<string, unknown>): string =>
  `event: response.${type}\ndata: ${JSON.stringify({ type: `response.${type}`, sequence_number: sequence++, ...rest })}\n\n`
const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'mock-r1' }

benchWire(openaiResponses(), textTransport('sse'), (reasoning, answer) => {
  const thought = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: reasoning.join('') }],
    encrypted_content: 'gAAAAA',
  }
  const message = {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: answer.join(''), annotations: [] }],
  }
  const inThought = { item_id: 'rs_1', output_index: 0, summary_index: 0, obfuscation: 'abcdefgh' }
  const inMessage = { item_id: 'msg_1', output_index: 1, content_index: 0, logprobs: [], obfuscation: 'abcdefgh' }
  return [
    event('created', { response: { ...response, status: 'in_progress', output: [] } }),
    event('output_item.added', { output_index: 0, item: { id: 'rs_1', type: 'reasoning', summary: [] } }),
    ...reasoning.map((delta) => event('reasoning_summary_text.delta', { ...inThought, delta })),
    event('output_item.done', { output_index: 0, item: thought }),
    event('output_item.added', { output_index: 1, item: { ...message, status: 'in_progress', content: [] } }),
    ...answer.map((delta) => event('output_text.delta', { ...inMessage, delta })),
    event('output_item.done', { output_index: 1, item: message }),
    event('completed', { response: { ...response, status: 'completed', output: [thought, message] } }),
  ]
})
