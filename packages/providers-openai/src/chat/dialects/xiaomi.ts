import { defineDialect, reasoningWanted, textBack, thinkingType } from '../dialect/index.ts'

export const xiaomi = defineDialect({
  provider: 'xiaomi',
  source: 'https://platform.xiaomimimo.com',
  evidence: 'API documentation, deep thinking: reasoning_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { maxTokens: 'max_completion_tokens', answers: true },
  thinking: [{ shows: 'full', toggle: thinkingType, source: 'API documentation, deep thinking' }],
  replay: [
    { ...textBack, carrier: 'reasoning_content', ...reasoningWanted, source: 'reported: it has to be passed back in thinking mode' },
  ],
})
