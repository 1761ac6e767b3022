import { defineDialect, has, reasoningEffort, textBack, threeEfforts } from '../dialect/index.ts'

export const xai = defineDialect({
  provider: 'xai',
  source: 'https://docs.x.ai/docs/guides/reasoning',
  evidence: 'recorded responses: the total has the reasoning beside the completion',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: true, native: true },
  request: { notKnown: 'no limits of its requests but those of thinking were read: the names that all know are sent' },
  fields: { own: ['search_parameters'], lacks: [], writesEmpty: ['refusal'] },
  thinking: [
    {
      models: ['*grok-3-mini*'],
      thinks: 'always',
      shows: 'full',
      effort: reasoningEffort('low', 'high'),
      source: 'API documentation: low or high',
    },
    {
      models: ['*grok-4', '*grok-4-0709*', '*grok-4-latest*', '*grok-4*-reasoning*', '*grok-4-fast*', '*grok-4.1-fast*', '*grok-4-1-fast*'],
      thinks: 'always',
      shows: 'none',
      source: 'API documentation: no reasoning_effort; recorded: nothing of it is shown',
    },
    { models: ['*grok-code*'], thinks: 'always', shows: 'full', source: 'API documentation; recorded responses' },
    { models: ['*non-reasoning*', '*grok-2*', '*grok-3', '*grok-3-fast*'], thinks: 'never', source: 'API documentation' },
    {
      models: ['*grok-4.3*'],
      thinks: 'by-default',
      shows: 'none',
      effort: reasoningEffort('none', 'low', 'medium', 'high'),
      source: 'API documentation, reasoning: low unless another is asked for',
    },
    {
      models: ['*grok-4.6*', '*grok-4.20-multi-agent*'],
      thinks: 'always',
      shows: 'none',
      effort: reasoningEffort('low', 'medium', 'high', 'xhigh'),
      source: 'API documentation, reasoning: xhigh is known, and none is refused; multi-agent models set the number of agents by it',
    },
    {
      models: ['*grok-4.5*'],
      thinks: 'always',
      shows: 'none',
      effort: threeEfforts,
      source: 'API documentation, reasoning: high unless another is asked for, and it cannot be turned off',
    },
    {
      shows: 'none',
      effort: reasoningEffort('none', 'low', 'medium', 'high', 'xhigh'),
      source: 'API documentation, reasoning_effort: values differ by model',
    },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' }],
  conflicts: [
    {
      models: ['*grok-4*', '*grok-3-mini*', '*grok-code*'],
      when: (at) => at.thinks !== false && has('presence_penalty', 'frequency_penalty', 'stop')(at),
      rule: 'models that think take no penalties and no stop sequences',
      drop: ['presence_penalty', 'frequency_penalty', 'stop'],
    },
  ],
})
