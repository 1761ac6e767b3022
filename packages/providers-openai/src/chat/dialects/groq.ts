import { defineDialect, eitherOr, has, includeReasoning, reasoningFormat, textBack, threeEfforts } from '../dialect/index.ts'

export const groq = defineDialect({
  provider: 'groq',
  source: 'https://console.groq.com/docs/reasoning',
  evidence: 'API documentation, reasoning_format',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { strict: true, stops: 4, user: 'user', maxTokens: 'max_completion_tokens', developer: true, toolName: 64 },
  fields: { lacks: ['logit_bias', 'logprobs', 'top_logprobs'] },
  thinking: [
    {
      models: ['*gpt-oss*'],
      thinks: 'always',
      shows: 'full',
      effort: threeEfforts,
      ...includeReasoning,
      takes: ['reasoning_format'],
      source: 'API documentation: gpt-oss can be hidden, not turned off',
    },
    {
      models: ['*qwen3*', '*qwen-3*'],
      thinks: 'by-default',
      shows: 'full',
      toggle: { path: 'reasoning_effort', on: 'default', off: 'none' },
      ...reasoningFormat,
      takes: ['include_reasoning'],
      source: 'API documentation: none or default',
    },
    { models: ['*deepseek-r1*', '*qwq*'], thinks: 'always', shows: 'full', ...reasoningFormat, source: 'API documentation' },
    { thinks: 'never', source: 'API documentation: models without reasoning refuse its fields' },
  ],
  replay: [{ ...textBack, carrier: 'reasoning', strict: true, because: 'optional; gpt-oss reads it', source: 'API reference, messages' }],
  conflicts: [
    eitherOr('include_reasoning', 'reasoning_format', 'include_reasoning and reasoning_format exclude each other'),
    {
      when: (at) => at.body.reasoning_format === 'raw' && (at.hasTools || has('tools', 'response_format')(at)),
      rule: 'reasoning_format "raw" is refused with tools and with JSON',
      set: [['reasoning_format', 'parsed']],
    },
  ],
})
