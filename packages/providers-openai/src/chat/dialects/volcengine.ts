import { defineDialect, openHost, thinkingType, threeEfforts } from '../dialect/index.ts'

const thinking = { shows: 'full', toggle: thinkingType, source: 'API documentation, deep thinking' } as const

export const volcengine = defineDialect({
  provider: 'volcengine',
  source: 'https://www.volcengine.com/docs/82379/1449737',
  evidence: 'API documentation, deep thinking: reasoning_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { notKnown: 'its page on deep thinking names no other settings: the names that all know are sent' },
  thinking: [{ models: ['*seed*'], since: 2, ...thinking, effort: threeEfforts }, thinking],
  replay: openHost.replay,
})
