import { defineDialect, enableThinking, hostRequest, reasoningWantedBack, textBack } from '../dialect/index.ts'

export const siliconflow = defineDialect({
  provider: 'siliconflow',
  source: 'https://docs.siliconflow.com/en/userguide/capabilities/reasoning',
  evidence: 'API documentation, reasoning models: reasoning_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { ...hostRequest, oldNameOnly: true },
  fields: { own: [], lacks: [], writesEmpty: [] },
  thinking: [
    {
      shows: 'full',
      toggle: enableThinking,
      budget: { path: 'thinking_budget', min: 128, max: 32_768 },
      source: 'API documentation, enable_thinking and thinking_budget',
    },
  ],
  replay: [
    ...reasoningWantedBack({ ...textBack, carrier: 'reasoning_content' }),
    { ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'API documentation, reasoning models' },
  ],
})
