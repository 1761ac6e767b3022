import { defineDialect, textBack, threeEfforts } from '../dialect/index.ts'

export const sarvam = defineDialect({
  provider: 'sarvam',
  source: 'https://docs.sarvam.ai/api/token-factory/how-to/adjust-the-models-thinking-level',
  evidence: 'models.dev: reasoning_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'its page names no other limits: the names that all know are sent' },
  thinking: [
    {
      thinks: 'by-default',
      shows: 'full',
      toggle: { path: 'reasoning_effort', off: null },
      effort: threeEfforts,
      source: 'API documentation, reasoning_effort: null turns it off',
    },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'models.dev' }],
})
