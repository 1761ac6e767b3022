import { defineDialect, ofMakers } from '../dialect/index.ts'

export const huggingface = defineDialect({
  provider: 'huggingface',
  source: 'https://huggingface.co/docs/inference-providers',
  evidence: 'recorded responses: tags in the content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'settings depend on the provider behind it: the names that all know are sent' },
  thinking: [{ notKnown: 'knobs depend on the provider behind it: reasoning_effort is sent' }],
  replay: ofMakers('not documented'),
})
