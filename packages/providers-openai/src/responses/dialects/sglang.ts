import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const sglang = defineResponsesDialect({
  provider: 'sglang',
  source: 'https://docs.sglang.ai/advanced_features/separate_reasoning.html',
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
