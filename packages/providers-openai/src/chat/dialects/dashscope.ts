import { defineDialect } from '../dialect.ts'
import { hostRequest, samplerFields } from '../dialect-parts/engines.ts'
import { textBack } from '../dialect-parts/replay.ts'
import { enableThinking } from '../dialect-parts/thinking.ts'

export const dashscope = defineDialect({
  provider: 'dashscope',
  source: 'https://www.alibabacloud.com/help/en/model-studio/deep-thinking',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true, source: 'recorded responses' },
  request: hostRequest,
  fields: { own: [...samplerFields, 'enable_search', 'preserve_thinking', 'search_options'], lacks: [], writesEmpty: [] },
  thinking: [
    {
      shows: 'full',
      toggle: enableThinking,
      budget: { path: 'thinking_budget', min: 1 },
      source: 'API documentation, deep thinking',
    },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'recorded responses' }],
  conflicts: [],
})
