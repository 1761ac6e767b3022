import { defineDialect } from '../dialect.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { thinkingType } from '../dialect-parts/thinking.ts'
import { reasoningWantedBack } from '../models/reasoning-wanted-back.ts'

export const xiaomi = defineDialect({
  provider: 'xiaomi',
  source: 'https://platform.xiaomimimo.com',
  response: {
    field: 'reasoning_content',
    details: false,
    outputExcludesReasoning: false,
    native: true,
    source: 'API documentation, deep thinking: reasoning_content',
  },
  request: { maxTokens: 'max_completion_tokens', answers: true },
  fields: { own: [], lacks: [], writesEmpty: [] },
  thinking: [{ shows: 'full', toggle: thinkingType, source: 'API documentation, deep thinking' }],
  replay: [
    {
      ...textBack,
      carrier: 'reasoning_content',
      whenMissing: 'empty',
      emptyWithToolsOnly: true,
      because: reasoningWantedBack.because,
      source: 'reported: "The reasoning_content in the thinking mode must be passed back to the API"',
    },
  ],
  conflicts: [],
})
