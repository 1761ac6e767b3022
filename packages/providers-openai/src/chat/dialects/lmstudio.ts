import { defineDialect, engineFields, engineRequest, textBack } from '../dialect/index.ts'

export const lmstudio = defineDialect({
  provider: 'lmstudio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  evidence: 'API documentation: reasoning_content when its setting is on',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...engineRequest, choice: 'words' },
  fields: { own: engineFields },
  thinking: [{ notKnown: 'its page on Chat Completions names no knob: reasoning_effort is sent' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', reads: ['reasoning'], because: 'optional', source: 'not documented' }],
})
