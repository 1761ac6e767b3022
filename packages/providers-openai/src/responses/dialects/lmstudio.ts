import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const lmstudio = defineResponsesDialect({
  provider: 'lmstudio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
