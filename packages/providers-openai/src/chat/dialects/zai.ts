import { defineDialect, reasoningEffort, textBack, thinkingType } from '../dialect/index.ts'

const thinking = { thinks: 'by-default', shows: 'full', toggle: thinkingType } as const

export const zai = defineDialect({
  provider: 'zai',
  source: 'https://docs.z.ai/guides/capabilities/thinking-mode',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { oldNameOnly: true, noSchema: true, choice: 'never' },
  fields: { own: ['do_sample', 'request_id'], lacks: [], writesEmpty: [] },
  thinking: [
    {
      models: ['*glm-5.3*'],
      thinks: 'always',
      shows: 'full',
      effort: reasoningEffort('low', 'high', 'max'),
      takes: ['thinking.type'],
      source: 'API documentation, recorded requests: GLM-5.3 always thinks, and refuses other efforts',
    },
    {
      models: ['*glm-5.2*', '*glm-5.4*', '*glm-5.5*', '*glm-6*'],
      ...thinking,
      effort: reasoningEffort('low', 'medium', 'high', 'xhigh', 'max'),
      source: 'API documentation: reasoning_effort from GLM-5.2 on',
    },
    { ...thinking, source: 'API documentation, deep thinking' },
  ],
  replay: [
    {
      ...textBack,
      carrier: 'reasoning_content',
      because: 'GLM wants preserved thinking as it was written, and in order',
      source: 'API documentation, preserved thinking; recorded requests',
    },
  ],
})
