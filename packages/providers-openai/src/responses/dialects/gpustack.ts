import { defineResponsesDialect, openEngine } from '../dialect/index.ts'

export const gpustack = defineResponsesDialect({ provider: 'gpustack', source: 'https://docs.gpustack.ai', ...openEngine })
