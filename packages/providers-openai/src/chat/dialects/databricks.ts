import { defineDialect, claudeTemperature, threeEfforts } from '../dialect/index.ts'
import { getPath } from '@reason/wire-kit'

const page = 'API documentation, "Query reasoning models"'

export const databricks = defineDialect({
  provider: 'databricks',
  source: 'https://docs.databricks.com/aws/en/machine-learning/model-serving/query-reason-models',
  evidence: 'API documentation, and reported responses: parts of the content with signed summaries',
  response: { field: 'parts', details: false, outputExcludesReasoning: false, native: true },
  request: { strict: true, oldNameOnly: true, nullsBlank: true },
  fields: {
    own: ['top_k'],
    lacks: (
      'audio frequency_penalty logit_bias metadata modalities parallel_tool_calls prediction ' +
      'presence_penalty prompt_cache_key seed service_tier store user verbosity'
    ).split(' '),
  },
  thinking: [
    { models: ['*claude-opus-5-5*'], thinks: 'always', shows: 'summary', source: page },
    {
      models: ['*claude*'],
      thinks: 'if-asked',
      shows: 'summary',
      toggle: { path: 'thinking.type', on: 'enabled', off: 'disabled' },
      budget: { path: 'thinking.budget_tokens', min: 1024 },
      source: page,
    },
    { models: ['*gpt-oss*'], thinks: 'always', shows: 'full', effort: threeEfforts, source: page },
    { models: ['*gemini-4*'], thinks: 'always', shows: 'summary', effort: threeEfforts, source: page },
    { notKnown: 'the page lists other words for each model: reasoning_effort is sent' },
  ],
  replay: [
    {
      models: ['*claude*'],
      text: 'never',
      sealed: 'always',
      carrier: 'parts',
      partType: 'reasoning',
      strict: true,
      because: 'Claude takes thinking with its own signature only, as a part of the content',
      source: 'reported requests: any other field of a message is refused',
    },
    {
      text: 'never',
      sealed: 'always',
      carrier: 'nowhere',
      because: 'it refuses fields of messages that it does not know, and no request with the thought of another model than Claude was seen',
      source: 'reported requests',
    },
  ],
  conflicts: [
    claudeTemperature,
    {
      models: ['*claude*sonnet-5*', '*claude*opus-5*'],
      when: ({ body }) => body.temperature !== undefined,
      rule: 'Claude 5 takes no temperature',
      drop: ['temperature'],
    },
    {
      models: ['*claude*'],
      when: ({ body }) => Number(getPath(body, 'thinking.budget_tokens')) >= Number(body.max_tokens),
      rule: 'the budget of thinking, 1024 tokens at least, has to be less than the tokens of the whole output',
      refuse: true,
    },
  ],
})
