import { defineDialect, ownTextBack, reasoningEffort, reasoningFormat, textBack, threeEfforts } from '../dialect/index.ts'

const inTags = {
  ...ownTextBack,
  carrier: 'tags',
  strict: true,
  because: 'GLM reads it as <think> in the content',
  source: 'API documentation; recorded requests',
} as const

export const cerebras = defineDialect({
  provider: 'cerebras',
  source: 'https://inference-docs.cerebras.ai/capabilities/reasoning',
  evidence: 'API documentation, reasoning_format',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { strict: true, strictAlike: true, user: 'user', maxTokens: 'max_completion_tokens', toolName: 64 },
  fields: { own: ['clear_thinking'], lacks: ['frequency_penalty', 'logit_bias', 'presence_penalty'] },
  thinking: [
    { models: ['*gpt-oss*'], thinks: 'always', shows: 'full', effort: threeEfforts, ...reasoningFormat, source: 'API documentation' },
    {
      thinks: 'by-default',
      shows: 'full',
      effort: reasoningEffort('none', 'low', 'medium', 'high'),
      ...reasoningFormat,
      takes: ['disable_reasoning'],
      source: 'API documentation, reasoning; recorded requests',
    },
  ],
  replay: [
    { models: ['*glm*'], ...inTags, keep: { clear_thinking: false } },
    { models: ['*qwen*', '*deepseek*'], ...inTags },
    { ...textBack, carrier: 'reasoning', strict: true, because: 'optional; gpt-oss reads it', source: 'API documentation' },
  ],
  conflicts: [
    {
      models: ['*gpt-oss*'],
      when: ({ body }) => body.parallel_tool_calls === false,
      rule: 'parallel_tool_calls false is refused for gpt-oss',
      drop: ['parallel_tool_calls'],
    },
  ],
})
