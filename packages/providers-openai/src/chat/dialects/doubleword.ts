import { defineDialect, textBack } from '../dialect/index.ts'

export const doubleword = defineDialect({
  provider: 'doubleword',
  source: 'https://docs.doubleword.ai/inference-api',
  evidence: 'recorded responses: the field depends on the model',
  response: { field: 'reasoning', details: true, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'the recorded requests have the names that all know, and these are sent' },
  fields: { writesEmpty: ['refusal'] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'recorded requests' }],
})
