import { defineDialect, claudeReasoningObject, reasoningObject, reasoningObjectConflicts, routerReplay } from '../dialect/index.ts'

const takes = ['reasoning_effort']

export const vercelGateway = defineDialect({
  provider: 'vercel-gateway',
  source: 'https://vercel.com/docs/ai-gateway/openai-compat',
  evidence: 'recorded responses',
  response: { field: 'reasoning', details: true, outputExcludesReasoning: false, native: true },
  request: { developer: true, user: 'user', pin: 'providerOptions.gateway' },
  fields: { own: ['providerOptions'] },
  thinking: [
    { ...claudeReasoningObject, takes, source: 'as OpenRouter; recorded requests' },
    { ...reasoningObject, takes, source: 'documentation, reasoning; recorded requests' },
  ],
  replay: routerReplay('documentation; recorded requests'),
  conflicts: reasoningObjectConflicts,
})
