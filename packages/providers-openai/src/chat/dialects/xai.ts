import { defineDialect, has, reasoningEffort, textBack, threeEfforts } from '../dialect/index.ts'

const always = { thinks: 'always', shows: 'none' } as const
const fourEfforts = reasoningEffort('low', 'medium', 'high', 'xhigh')
const source = 'API documentation, reasoning'

export const xai = defineDialect({
  provider: 'xai',
  source: 'https://docs.x.ai/docs/guides/reasoning',
  evidence: 'recorded responses: the total has the reasoning beside the completion',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: true, native: true },
  request: { notKnown: 'no limits of its requests but those of thinking were read: the names that all know are sent' },
  fields: { own: ['search_parameters'], writesEmpty: ['refusal'] },
  thinking: [
    // High is the default, and none is refused.
    { models: ['*grok*'], since: 4.6, ...always, effort: fourEfforts, source },
    { models: ['*grok-3-mini*'], thinks: 'always', shows: 'full', effort: reasoningEffort('low', 'high'), source },
    {
      models: ['*grok-4', '*grok-4-0709*', '*grok-4-latest*', '*grok-4*-reasoning*', '*grok-4-fast*', '*grok-4.1-fast*', '*grok-4-1-fast*'],
      ...always,
      source: 'API documentation: no reasoning_effort; recorded: nothing of it is shown',
    },
    { models: ['*grok-code*', '*grok-build*'], thinks: 'always', shows: 'full', source: 'API documentation; recorded responses' },
    // The effort is the number of agents.
    { models: ['*grok-4.20-multi-agent*'], ...always, effort: fourEfforts, source },
    { models: ['*grok*-non-reasoning*', '*grok-2*', '*grok-3', '*grok-3-fast*'], thinks: 'never', source },
    // Low is the default.
    { models: ['*grok-4.3*'], thinks: 'by-default', shows: 'none', effort: reasoningEffort('none', 'low', 'medium', 'high'), source },
    { models: ['*grok-4.5*'], ...always, effort: threeEfforts, source },
    { shows: 'none', effort: reasoningEffort('none', 'low', 'medium', 'high', 'xhigh'), source },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional', source: 'recorded requests' }],
  conflicts: [
    {
      models: ['*grok*'],
      when: (at) => at.thinks !== false && has('presence_penalty', 'frequency_penalty', 'stop')(at),
      rule: 'models that think take no penalties and no stop sequences',
      drop: ['presence_penalty', 'frequency_penalty', 'stop'],
    },
  ],
})
