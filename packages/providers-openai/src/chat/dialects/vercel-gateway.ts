import { defineDialect } from '../dialect.ts'
import { claudeReasoningObject, reasoningObject, reasoningObjectConflicts, routerReplay } from '../dialect-parts/reasoning-object.ts'

const takes = ['reasoning_effort']

export const vercelGateway = defineDialect({
  provider: 'vercel-gateway',
  source: 'https://vercel.com/docs/ai-gateway/openai-compat',
  response: { field: 'reasoning', details: true, outputExcludesReasoning: false, native: true, source: 'recorded responses' },
  request: { developer: true, user: 'user' },
  fields: { own: ['providerOptions'], lacks: [], writesEmpty: [] },
  thinking: [
    { ...claudeReasoningObject, takes, source: 'as OpenRouter; recorded requests' },
    { ...reasoningObject, takes, source: 'documentation, reasoning; recorded requests' },
  ],
  replay: routerReplay('documentation; recorded requests'),
  conflicts: reasoningObjectConflicts,
})
