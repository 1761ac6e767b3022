import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const gpustack = defineResponsesDialect({ provider: 'gpustack', source: 'https://docs.gpustack.ai', ...openEngine })
export const lmstudio = defineResponsesDialect({
  provider: 'lmstudio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  ...openEngine,
})
export const mistralrs = defineResponsesDialect({
  provider: 'mistralrs',
  source: 'https://github.com/EricLBuehler/mistral.rs/tree/master/docs',
  ...openEngine,
})
export const sglang = defineResponsesDialect({
  provider: 'sglang',
  source: 'https://docs.sglang.ai/advanced_features/separate_reasoning.html',
  ...openEngine,
})
export const vllm = defineResponsesDialect({
  provider: 'vllm',
  source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
  ...openEngine,
})
