import { alwaysToMax, defineDialect, reasoningEffort, textBack, thinkingType } from '../dialect/index.ts'

const source = 'API documentation, deep thinking: reasoning_effort from GLM-5.2 on'
const thinking = { thinks: 'by-default', shows: 'full', toggle: thinkingType, source } as const

const back = {
  ...textBack,
  carrier: 'reasoning_content',
  because: 'GLM wants preserved thinking as it was written, and in order',
  source: 'API documentation, preserved thinking; recorded requests',
} as const

export const zai = defineDialect({
  provider: 'zai',
  source: 'https://docs.z.ai/guides/capabilities/thinking-mode',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { oldNameOnly: true, noSchema: true, choice: 'never' },
  fields: { own: ['do_sample', 'request_id'] },
  thinking: [
    {
      models: ['*glm*'],
      since: 5.3,
      ...alwaysToMax,
      takes: ['thinking.type'],
      source: 'API documentation, recorded requests: GLM from 5.3 on always thinks, and refuses other efforts',
    },
    { models: ['*glm*'], since: 5.2, ...thinking, effort: reasoningEffort('low', 'medium', 'high', 'xhigh', 'max') },
    thinking,
  ],
  replay: [{ models: ['*glm*'], since: 4.7, ...back, keep: { 'thinking.type': 'enabled', 'thinking.clear_thinking': false } }, back],
})
