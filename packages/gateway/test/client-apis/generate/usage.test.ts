import type { Usage } from '@reason/core/parts'
import { expect, it } from 'vitest'
import { usageOf } from '../../../src/client-apis/generate/final-event.ts'

const count = (value: number) => ({ value, source: 'reported' as const })
const tokens = (input: number, output: number, cached: number, raw: unknown, total?: number): Usage => ({
  input: count(input),
  output: count(output),
  cached: count(cached),
  ...(total !== undefined && { total: count(total) }),
  raw,
})

it.each<[string, Usage, object]>([
  [
    'OpenAI, which counts it so',
    tokens(15, 9, 5, { prompt_tokens: 15 }, 24),
    { input_tokens: 15, output_tokens: 9, cached_tokens: 5, total_tokens: 24 },
  ],
  [
    'Anthropic, which counts it beside',
    tokens(7, 9, 5, { input_tokens: 7, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 9 }),
    { input_tokens: 15, output_tokens: 9, cached_tokens: 5 },
  ],
  [
    'Converse, likewise',
    tokens(7, 9, 5, { inputTokens: 7, cacheReadInputTokens: 5, cacheWriteInputTokens: 3, outputTokens: 9 }, 24),
    { input_tokens: 15, output_tokens: 9, cached_tokens: 5, total_tokens: 24 },
  ],
  ['nothing that was counted', { raw: {} }, {}],
])('what was cached is a part of the input: %s', (_, usage, fields) => expect(usageOf(usage)).toEqual(fields))
