import { defineDialect, engineFields, engineRequest, templateEnableThinking, textBack } from '../dialect/index.ts'

export const gpustack = defineDialect({
  provider: 'gpustack',
  source: 'https://docs.gpustack.ai',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: engineRequest,
  fields: { own: engineFields },
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
})
