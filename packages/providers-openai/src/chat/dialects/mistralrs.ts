import { defineDialect, engineFields, engineRequest, textBack } from '../dialect/index.ts'

export const mistralrs = defineDialect({
  provider: 'mistralrs',
  source: 'https://github.com/EricLBuehler/mistral.rs/tree/master/docs',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: engineRequest,
  fields: { own: engineFields },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded responses' }],
})
