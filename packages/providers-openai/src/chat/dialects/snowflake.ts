import { defineDialect, claudeDetailsBack, detailsBack, reasoningObjectConflicts, three } from '../dialect/index.ts'

export const snowflake = defineDialect({
  provider: 'snowflake',
  source: 'https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api',
  evidence: 'recorded responses: reasoning_details alone',
  response: { field: 'reasoning', details: true, outputExcludesReasoning: false, native: true },
  request: { notKnown: 'the recorded requests have the names that all know, and these are sent' },
  fields: { writesEmpty: ['annotations', 'refusal'] },
  thinking: [
    {
      models: ['*claude*'],
      thinks: 'if-asked',
      shows: 'full',
      effort: { path: 'reasoning.effort', words: three },
      budget: { path: 'reasoning.max_tokens', min: 1024 },
      takes: ['reasoning_effort', 'reasoning.enabled'],
      oneOf: true,
      source: 'recorded requests',
    },
    { notKnown: 'only Claude was recorded: reasoning_effort is sent' },
  ],
  replay: [
    { ...claudeDetailsBack, source: 'recorded requests' },
    { ...detailsBack, source: 'recorded requests' },
  ],
  conflicts: reasoningObjectConflicts,
})
