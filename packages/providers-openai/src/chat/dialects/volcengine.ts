import { defineDialect } from '../dialect.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { thinkingType } from '../dialect-parts/thinking.ts'
import { reasoningWantedBack } from '../models/reasoning-wanted-back.ts'

export const volcengine = defineDialect({
  provider: 'volcengine',
  source: 'https://www.volcengine.com/docs/82379/1449737',
  response: {
    field: 'reasoning_content',
    details: false,
    outputExcludesReasoning: false,
    native: true,
    source: 'API documentation, deep thinking: reasoning_content',
  },
  request: { notKnown: 'its page on deep thinking names no other settings: the names that all know are sent' },
  fields: { own: [], lacks: [], writesEmpty: [] },
  thinking: [{ shows: 'full', toggle: thinkingType, source: 'API documentation, deep thinking' }],
  replay: [
    { ...textBack, carrier: 'reasoning_content', ...reasoningWantedBack, source: 'as the makers of these models' },
    {
      ...textBack,
      carrier: 'reasoning_content',
      because: 'optional; helps tool loops',
      source: 'API documentation, deep thinking',
    },
  ],
  conflicts: [],
})
