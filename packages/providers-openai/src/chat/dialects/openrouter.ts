import {
  defineDialect,
  claudeReasoningObject,
  reasoningObject,
  reasoningObjectConflicts,
  routerReplay,
  samplerFields,
} from '../dialect/index.ts'

const takes = ['reasoning_effort', 'include_reasoning']
const effort = { ...reasoningObject.effort, words: { ...reasoningObject.effort.words, max: 'max' } } as const

export const openrouter = defineDialect({
  provider: 'openrouter',
  source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
  evidence: 'documentation, "Reasoning Tokens"',
  response: { field: 'reasoning', details: true, outputExcludesReasoning: false, native: true },
  request: { developer: true, user: 'user', openSampling: true, fileUrl: 'file_data', cacheControl: true, pin: 'provider', toolName: 64 },
  fields: {
    own: ['models', 'plugins', 'provider', 'route', 'session_id', 'top_a', 'transforms', 'usage', ...samplerFields],
    writesEmpty: ['reasoning', 'refusal'],
  },
  thinking: [
    {
      ...claudeReasoningObject,
      effort,
      takes,
      source: 'documentation, "Reasoning Tokens": Anthropic wants 1024 tokens at least, and less than the output may have',
    },
    { ...reasoningObject, effort, takes, source: 'documentation, "Reasoning Tokens"; SDK 1.3.19, ReasoningEffort' },
  ],
  replay: routerReplay('documentation, "Reasoning Tokens"; recorded requests'),
  conflicts: reasoningObjectConflicts,
})
