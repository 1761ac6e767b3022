import { defineDialect, eitherOr, includeThoughts, reasoningEffort, threeEfforts } from '../dialect/index.ts'

const config = 'extra_body.google.thinking_config'
const signaturesBack = { text: 'never', sealed: 'always', carrier: 'nowhere' } as const
const always = { thinks: 'always', shows: 'none', ...includeThoughts } as const
const four = { ...always, takes: [`${config}.thinking_level`], source: 'API documentation: Gemini 4 refuses budgets and the level minimal' }

export const google = defineDialect({
  provider: 'google',
  source: 'https://ai.google.dev/gemini-api/docs/openai',
  evidence: 'API documentation, OpenAI compatibility: thoughts stand in tags, signatures in extra_content',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'its page lists no settings: the names that all know are sent' },
  thinking: [
    {
      models: ['*gemini-2.5-pro*'],
      ...always,
      effort: reasoningEffort('minimal', 'low', 'medium', 'high'),
      budget: { path: `${config}.thinking_budget`, min: 128, max: 32_768 },
      oneOf: true,
      source: 'API documentation: thinking of 2.5 Pro cannot be turned off',
    },
    { models: ['*gemini*'], since: 4, ...four, effort: reasoningEffort('low', 'medium', 'high', 'xhigh') },
    { models: ['*gemini-4-argon*', '*gemini-4-carbon*'], ...four, effort: threeEfforts },
    {
      models: ['*gemini*'],
      since: 3,
      ...always,
      effort: reasoningEffort('minimal', 'low', 'medium', 'high'),
      takes: [`${config}.thinking_level`, `${config}.thinking_budget`],
      source: 'API documentation: thinking of 3 cannot be turned off, and goes by level',
    },
    {
      thinks: 'by-default',
      shows: 'none',
      effort: reasoningEffort('none', 'minimal', 'low', 'medium', 'high'),
      budget: { path: `${config}.thinking_budget`, min: 1 },
      ...includeThoughts,
      takes: [`${config}.thinking_level`],
      oneOf: true,
      source: 'API documentation, OpenAI compatibility',
    },
  ],
  replay: [
    {
      models: ['*gemini*'],
      since: 3,
      ...signaturesBack,
      sentinel: true,
      because: 'Gemini 3 wants a thought signature on the first call of every step',
      source: 'API documentation, "Thought Signatures"',
    },
    { ...signaturesBack, because: 'Google reads thought signatures, and no thoughts', source: 'API documentation, OpenAI compatibility' },
  ],
  conflicts: [eitherOr('reasoning_effort', `${config}.thinking_budget`, 'reasoning_effort and thinking_budget exclude each other')],
})
