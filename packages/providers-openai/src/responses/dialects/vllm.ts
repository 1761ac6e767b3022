import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const vllm = defineResponsesDialect({
  provider: 'vllm',
  source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
