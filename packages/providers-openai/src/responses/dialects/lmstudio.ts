import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const lmstudio = defineResponsesDialect({
  provider: 'lmstudio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  ...openEngine,
})
