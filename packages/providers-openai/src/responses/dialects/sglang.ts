import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const sglang = defineResponsesDialect({
  provider: 'sglang',
  source: 'https://docs.sglang.ai/advanced_features/separate_reasoning.html',
  ...openEngine,
})
