import { benchWire, textTransport } from '@reason/exchanges/bench'
import { openaiChat } from '../src/index.ts'

// node --conditions=@reason/source bench/openai-chat.bench.ts [events]

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'mock-r1' }
const event = (delta: unknown, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`

benchWire(openaiChat(), textTransport('sse'), (reasoning, answer) => [
  event({ role: 'assistant', content: '' }),
  ...reasoning.map((reasoning_content) => event({ reasoning_content })),
  ...answer.map((content) => event({ content })),
  event({}, 'stop'),
  'data: [DONE]\n\n',
])
