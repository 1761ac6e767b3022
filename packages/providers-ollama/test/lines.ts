import { atOnce } from '@reason/exchanges/at-once'
import { ollama } from '../src/index.ts'

export { codesOf, outline, resultOf } from '@reason/exchanges/outline'

export const wire = ollama()
export const { read, readBody, readText, writeText, writeValues: writeLines } = atOnce(wire, 'ndjson')

export const line = (message: object, rest: object = { done: false }) => ({
  model: 'qwen3:4b',
  created_at: '2026-01-01T00:00:00.5Z',
  message: { role: 'assistant', ...message },
  ...rest,
})
export const done = (rest: object = {}) => line({ content: '' }, { done: true, done_reason: 'stop', ...rest })
