import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const mistralrs = defineResponsesDialect({
  provider: 'mistralrs',
  source: 'https://github.com/EricLBuehler/mistral.rs/tree/master/docs',
  ...openEngine,
})
