import { defineDialect } from '../dialect.ts'
import { engineFields, engineRequest } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'

export const mistralrs = defineDialect({
  provider: 'mistralrs',
  source: 'https://github.com/EricLBuehler/mistral.rs/tree/master/docs',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false, source: 'recorded responses' },
  request: engineRequest,
  fields: { own: engineFields, lacks: [], writesEmpty: [] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded responses' }],
  conflicts: [],
})
