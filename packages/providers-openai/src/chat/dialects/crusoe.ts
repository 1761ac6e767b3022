import { defineDialect, textBack } from '../dialect/index.ts'

export const crusoe = defineDialect({
  provider: 'crusoe',
  source: 'https://docs.crusoecloud.com/managed-inference/overview',
  evidence: 'recorded responses',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: true },
  request: { notKnown: 'the recorded requests have the names that all know, and these are sent' },
  fields: { writesEmpty: ['annotations', 'audio', 'function_call', 'refusal'] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning', because: 'optional; helps tool loops', source: 'recorded requests' }],
})
