import { defineDialect } from '../dialect.ts'
import { engineFields, engineRequest } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { templateEnableThinking } from '../dialect-parts/thinking.ts'

export const gpustack = defineDialect({
  provider: 'gpustack',
  source: 'https://docs.gpustack.ai',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false, source: 'recorded responses' },
  request: engineRequest,
  fields: { own: engineFields, lacks: [], writesEmpty: [] },
  thinking: [
    {
      models: ['*qwen*'],
      shows: 'full',
      toggle: templateEnableThinking,
      ignores: ['enable_thinking'],
      source: 'recorded responses: enable_thinking at the top is accepted, and the model thinks all the same',
    },
    { notKnown: 'only Qwen was recorded: reasoning_effort is sent' },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'recorded requests' }],
  conflicts: [],
})
