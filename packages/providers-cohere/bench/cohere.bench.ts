import { benchWire, textTransport } from '@reason/exchanges/bench'
import { cohere } from '../src/index.ts'

// node --conditions=@reason/source bench/cohere.bench.ts [events]

const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ ...rest, type })}\n\n`
const content = (type: string, index: number, value: object): string => event(type, { delta: { message: { content: value } }, index })

benchWire(cohere(), textTransport('sse'), (reasoning, answer) => [
  event('message-start', { id: 'm1', delta: { message: { role: 'assistant' } } }),
  content('content-start', 0, { type: 'thinking', thinking: '' }),
  ...reasoning.map((thinking) => content('content-delta', 0, { thinking })),
  event('content-end', { index: 0 }),
  content('content-start', 1, { type: 'text', text: '' }),
  ...answer.map((token) => content('content-delta', 1, { text: token })),
  event('content-end', { index: 1 }),
  event('message-end', { delta: { finish_reason: 'COMPLETE' } }),
])
