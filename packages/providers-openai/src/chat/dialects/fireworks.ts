import {
  alwaysToMax,
  defineDialect,
  eitherOr,
  hostRequest,
  reasoningEffort,
  samplerFields,
  textBack,
  thinkingType,
  threeEfforts,
} from '../dialect/index.ts'

const thinking = {
  shows: 'full',
  toggle: thinkingType,
  effort: threeEfforts,
  budget: { path: 'thinking.budget_tokens', min: 1024 },
  oneOf: true,
  source: 'API documentation',
} as const
const toMax = reasoningEffort('low', 'medium', 'high', 'max')

export const fireworks = defineDialect({
  provider: 'fireworks',
  source: 'https://docs.fireworks.ai/guides/reasoning',
  evidence: 'API documentation, reasoning: reasoning_content, and of some models tags, both of them',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { ...hostRequest, user: 'user' },
  fields: { own: [...samplerFields, 'reasoning_history'] },
  thinking: [
    { models: ['*deepseek*'], since: 4, ...thinking, effort: toMax },
    { models: ['*glm*'], since: 5.3, ...alwaysToMax, source: 'reported: tried' },
    { models: ['*glm*'], since: 5, ...thinking, effort: toMax },
    thinking,
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'reasoning_history may want it', source: 'API documentation' }],
  conflicts: [eitherOr('reasoning_effort', 'thinking.budget_tokens', 'reasoning_effort and thinking exclude each other')],
})
