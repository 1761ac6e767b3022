import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const mistralrs = defineResponsesDialect({
  provider: 'mistralrs',
  source: 'https://github.com/EricLBuehler/mistral.rs/tree/master/docs',
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
