import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const gpustack = defineResponsesDialect({
  provider: 'gpustack',
  source: 'https://docs.gpustack.ai',
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
