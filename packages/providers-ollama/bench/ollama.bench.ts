import { benchWire, textTransport } from '@reason/exchanges/bench'
import { ollama } from '../src/index.ts'

// node --conditions=@reason/source bench/ollama.bench.ts [lines]

const line = (message: object, rest: object = { done: false }): string =>
  `${JSON.stringify({ model: 'qwen3:4b', created_at: '2026-01-01T00:00:00.123456Z', message: { role: 'assistant', ...message }, ...rest })}\n`

benchWire(ollama(), textTransport('ndjson'), (reasoning, answer) => [
  ...reasoning.map((thinking) => line({ content: '', thinking })),
  ...answer.map((content) => line({ content })),
  line({ content: '' }, { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 50_000 }),
])
