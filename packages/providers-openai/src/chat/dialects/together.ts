import { defineDialect, hostRequest, ofMakers, samplerFields } from '../dialect/index.ts'

export const together = defineDialect({
  provider: 'together',
  source: 'https://docs.together.ai',
  evidence: 'documentation: tags in the content of older models',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...hostRequest, user: 'user' },
  fields: { own: samplerFields, lacks: [], writesEmpty: [] },
  thinking: [{ notKnown: 'knobs depend on the model, and no list of them was read: reasoning_effort is sent' }],
  replay: ofMakers('documentation'),
})
