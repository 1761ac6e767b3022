import { defineDialect, enableThinking, hostRequest, reasoningEffort, samplerFields, textBack } from '../dialect/index.ts'

const source = 'API documentation, deep thinking'
const thinking = { shows: 'full', toggle: enableThinking, budget: { path: 'thinking_budget', min: 1 }, source } as const

const back = { ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'recorded responses' } as const

export const dashscope = defineDialect({
  provider: 'dashscope',
  source: 'https://www.alibabacloud.com/help/en/model-studio/deep-thinking',
  evidence: 'recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { ...hostRequest, streamsToThink: true, toolName: 64 },
  fields: { own: [...samplerFields, 'enable_search', 'preserve_thinking', 'search_options'] },
  // Effort from Qwen3.8 on: xhigh is the default.
  thinking: [{ models: ['*qwen*'], since: 3.8, ...thinking, effort: reasoningEffort('low', 'medium', 'xhigh') }, thinking],
  replay: [{ models: ['*qwen*'], since: 3.6, ...back, keep: { preserve_thinking: true } }, back],
})
