import { benchWire, textTransport } from '@reason/exchanges/bench'
import { geminiInteractions } from '../src/index.ts'

// node --conditions=@reason/source bench/interactions.bench.ts [events]

const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ ...rest, event_type: type })}\n\n`
const delta = (index: number, value: object): string => event('step.delta', { index, delta: value })
const interaction = { id: 'v1_Chc0UWdqYXJtSkt2T21qdU1QNF8zRzJB', object: 'interaction', model: 'gemini-3-flash-preview' }
const usage = { total_tokens: 30, total_input_tokens: 10, total_output_tokens: 10, total_thought_tokens: 10, total_cached_tokens: 0 }

benchWire(geminiInteractions(), textTransport('sse'), (reasoning, answer) => [
  event('interaction.created', { interaction: { ...interaction, status: 'in_progress' } }),
  event('step.start', { index: 0, step: { type: 'thought' } }),
  ...reasoning.map((thought) => delta(0, { content: { text: thought, type: 'text' }, type: 'thought_summary' })),
  delta(0, { signature: 'CiQBDDnWx9j7ws/auV47Ry/qE0P4CKpOgbeBL9nmswz8ekZm', type: 'thought_signature' }),
  event('step.stop', { index: 0 }),
  event('step.start', { index: 1, step: { type: 'model_output' } }),
  ...answer.map((token) => delta(1, { text: token, type: 'text' })),
  event('step.stop', { index: 1 }),
  event('interaction.completed', { interaction: { ...interaction, status: 'completed', usage } }),
  'event: done\ndata: [DONE]\n\n',
])
