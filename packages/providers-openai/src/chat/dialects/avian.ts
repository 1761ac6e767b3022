import { defineDialect, textBack, threeEfforts } from '../dialect/index.ts'

export const avian = defineDialect({
  provider: 'avian',
  source: 'https://avian.io/docs/',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: true, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'the recorded requests have the names that all know, and these are sent' },
  thinking: [
    { models: ['*kimi*'], thinks: 'by-default', shows: 'full', effort: threeEfforts, source: 'recorded responses' },
    { notKnown: 'only Kimi was recorded: reasoning_effort is sent' },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'Kimi wants it in tool loops', source: 'recorded requests' }],
})
