import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const vllm = defineResponsesDialect({
  provider: 'vllm',
  source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
  ...openEngine,
})
