import { alwaysToMax, defineDialect, hostRequest, ofMakers, reasoningEffort, samplerFields, threeEfforts } from '../dialect/index.ts'

const source = 'documentation, "Reasoning": always, or switched by reasoning.enabled, and some models with efforts'
const effort = reasoningEffort('low', 'medium', 'high', 'max')

export const together = defineDialect({
  provider: 'together',
  source: 'https://docs.together.ai',
  evidence: 'documentation: tags in the content of older models',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...hostRequest, user: 'user' },
  fields: { own: samplerFields },
  thinking: [
    { models: ['*gpt-oss*'], thinks: 'always', shows: 'full', effort: threeEfforts, source },
    { models: ['*glm*'], since: 5.3, thinks: 'always', shows: 'full', effort, source },
    { models: ['*kimi*'], since: 3, ...alwaysToMax, source },
    { models: ['*minimax*', '*deepseek-r1*', '*kimi-k2-thinking*'], thinks: 'always', shows: 'full', source },
    { shows: 'full', toggle: { path: 'reasoning.enabled', on: true, off: false }, effort, source },
  ],
  replay: ofMakers('documentation'),
})
