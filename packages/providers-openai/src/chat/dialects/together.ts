import { defineDialect, hostRequest, nothingBack, ownTextBack, samplerFields } from '../dialect/index.ts'

export const together = defineDialect({
  provider: 'together',
  source: 'https://docs.together.ai',
  evidence: 'documentation: tags in the content of older models',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...hostRequest, user: 'user' },
  fields: { own: samplerFields, lacks: [], writesEmpty: [] },
  thinking: [{ notKnown: 'knobs depend on the model, and no list of them was read: reasoning_effort is sent' }],
  replay: [
    { models: ['*deepseek-r1*'], ...nothingBack, because: 'DeepSeek R1 reads no reasoning of earlier turns', source: 'its chat template' },
    {
      ...ownTextBack,
      carrier: 'reasoning',
      reads: ['reasoning_content'],
      because: 'optional; it goes back to the model that wrote it',
      source: 'documentation',
    },
  ],
  conflicts: [],
})
