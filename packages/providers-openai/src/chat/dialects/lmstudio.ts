import { defineDialect } from '../dialect.ts'
import { engineFields, engineRequest } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'

export const lmstudio = defineDialect({
  provider: 'lmstudio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  response: {
    field: 'reasoning_content',
    details: false,
    outputExcludesReasoning: false,
    native: false,
    source: 'API documentation: reasoning_content when its setting is on',
  },
  request: engineRequest,
  fields: { own: engineFields, lacks: [], writesEmpty: [] },
  thinking: [{ notKnown: 'its page on Chat Completions names no knob: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'not documented' }],
  conflicts: [],
})
