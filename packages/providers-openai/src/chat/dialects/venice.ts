import { defineDialect, engineRequest, textBack } from '../dialect/index.ts'

export const venice = defineDialect({
  provider: 'venice',
  source: 'https://docs.venice.ai/api-reference/endpoint/chat/completions',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: engineRequest,
  fields: { writesEmpty: ['annotations', 'audio', 'function_call', 'refusal'] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' }],
})
