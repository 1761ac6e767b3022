import { defineDialect } from '../dialect.ts'
import { engineRequest } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'

export const venice = defineDialect({
  provider: 'venice',
  source: 'https://docs.venice.ai/api-reference/endpoint/chat/completions',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false, source: 'recorded responses' },
  request: engineRequest,
  fields: { own: [], lacks: [], writesEmpty: ['annotations', 'audio', 'function_call', 'refusal'] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' }],
  conflicts: [],
})
