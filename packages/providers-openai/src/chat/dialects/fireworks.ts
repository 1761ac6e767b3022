import { defineDialect } from '../dialect.ts'
import { hostRequest, samplerFields } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { thinkingType, threeEfforts } from '../dialect-parts/thinking.ts'
import { eitherOr } from '../request/conflict.ts'

export const fireworks = defineDialect({
  provider: 'fireworks',
  source: 'https://docs.fireworks.ai/guides/reasoning',
  response: {
    field: 'reasoning_content',
    details: false,
    outputExcludesReasoning: false,
    native: true,
    source: 'API documentation, reasoning: reasoning_content, and of some models tags, both of them',
  },
  request: { ...hostRequest, user: 'user' },
  fields: { own: [...samplerFields, 'reasoning_history'], lacks: [], writesEmpty: [] },
  thinking: [
    {
      shows: 'full',
      toggle: thinkingType,
      effort: threeEfforts,
      budget: { path: 'thinking.budget_tokens', min: 1024 },
      oneOf: true,
      source: 'API documentation',
    },
  ],
  replay: [
    {
      ...textBack,
      carrier: 'reasoning_content',
      because: 'interleaved and preserved histories want it',
      source: 'API documentation, reasoning_history',
    },
  ],
  conflicts: [eitherOr('reasoning_effort', 'thinking.budget_tokens', 'reasoning_effort and thinking exclude each other')],
})
