import { defineDialect } from '../dialect.ts'
import { hostRequest } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { enableThinking } from '../dialect-parts/thinking.ts'
import { reasoningWantedBack } from '../models/reasoning-wanted-back.ts'

export const siliconflow = defineDialect({
  provider: 'siliconflow',
  source: 'https://docs.siliconflow.com/en/userguide/capabilities/reasoning',
  response: {
    field: 'reasoning_content',
    details: false,
    outputExcludesReasoning: false,
    native: true,
    source: 'API documentation, reasoning models: reasoning_content',
  },
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
    { ...textBack, carrier: 'reasoning_content', ...reasoningWantedBack, source: 'as the makers of these models' },
    {
      ...textBack,
      carrier: 'reasoning_content',
      because: 'optional; helps tool loops',
      source: 'API documentation, reasoning models',
    },
  ],
  conflicts: [],
})
