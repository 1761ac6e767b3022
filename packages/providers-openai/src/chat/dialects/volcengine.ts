import { defineDialect, reasoningWantedBack, textBack, thinkingType } from '../dialect/index.ts'

export const volcengine = defineDialect({
  provider: 'volcengine',
  source: 'https://www.volcengine.com/docs/82379/1449737',
  evidence: 'API documentation, deep thinking: reasoning_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { notKnown: 'its page on deep thinking names no other settings: the names that all know are sent' },
  fields: { own: [], lacks: [], writesEmpty: [] },
  thinking: [{ shows: 'full', toggle: thinkingType, source: 'API documentation, deep thinking' }],
  replay: [
    { ...textBack, carrier: 'reasoning_content', ...reasoningWantedBack, source: 'as the makers of these models' },
    { ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'API documentation, deep thinking' },
  ],
})
