import { defineDialect } from '../dialect.ts'
import { samplerFields } from '../dialect-parts/engines.ts'
import { claudeReasoningObject, reasoningObject, reasoningObjectConflicts, routerReplay } from '../dialect-parts/reasoning-object.ts'

const takes = ['reasoning_effort', 'include_reasoning']

export const openrouter = defineDialect({
  provider: 'openrouter',
  source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
  response: {
    field: 'reasoning',
    details: true,
    outputExcludesReasoning: false,
    native: true,
    source: 'documentation, "Reasoning Tokens"',
  },
  request: { developer: true, user: 'user', openSampling: true, fileUrl: 'file_data', cacheControl: true },
  fields: {
    own: ['models', 'plugins', 'provider', 'route', 'session_id', 'top_a', 'transforms', 'usage', ...samplerFields],
    lacks: [],
    writesEmpty: ['reasoning', 'refusal'],
  },
  thinking: [
    {
      ...claudeReasoningObject,
      takes,
      source: 'documentation, "Reasoning Tokens": Anthropic wants 1024 tokens at least, and less than the output may have',
    },
    { ...reasoningObject, takes, source: 'documentation, "Reasoning Tokens"' },
  ],
  replay: routerReplay('documentation, "Reasoning Tokens"; recorded requests'),
  conflicts: reasoningObjectConflicts,
})
