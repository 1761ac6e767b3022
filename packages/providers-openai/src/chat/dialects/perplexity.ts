import { defineDialect, nothingBack, reasoningEffort } from '../dialect/index.ts'

const effort = reasoningEffort('minimal', 'low', 'medium', 'high')

export const perplexity = defineDialect({
  provider: 'perplexity',
  source: 'https://docs.perplexity.ai/api-reference/sonar-post',
  evidence: 'API reference: tags in the content of sonar-reasoning-pro, and reasoning_tokens of deep research',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: true, native: false },
  request: { oldNameOnly: true },
  thinking: [
    { models: ['*reasoning*', '*deep-research*'], thinks: 'always', shows: 'full', effort, source: 'API reference, reasoning_effort' },
    { models: ['sonar', 'sonar-pro'], thinks: 'never', source: 'API reference: models without reasoning' },
    { notKnown: 'the page has no other models: reasoning_effort is sent' },
  ],
  replay: [{ ...nothingBack, because: 'the schema of messages has no reasoning', source: 'API reference' }],
})
