import { defineDialect, reasoningEffort } from '../dialect/index.ts'

const always = { thinks: 'always', shows: 'full', source: 'API documentation: all but M3 always think' } as const

export const minimax = defineDialect({
  provider: 'minimax',
  source: 'https://platform.minimax.io/docs/api-reference/text-openai-api',
  evidence: 'API documentation, reasoning_split',
  response: { field: 'reasoning_content', details: true, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'its page lists no limits of requests: the names that all know are sent' },
  fields: { own: ['reasoning_split'] },
  thinking: [
    // The default is max.
    { models: ['*minimax*'], since: 3.1, ...always, effort: reasoningEffort('low', 'medium', 'high', 'xhigh', 'max') },
    {
      models: ['*minimax*'],
      since: 3,
      thinks: 'by-default',
      shows: 'full',
      toggle: { path: 'thinking.type', on: 'adaptive', off: 'disabled' },
      source: 'API documentation',
    },
    always,
  ],
  replay: [
    {
      text: 'always',
      sealed: 'always',
      carrier: 'details',
      detailsOnly: true,
      because: 'MiniMax wants the whole reasoning between tool calls',
      source: 'API documentation, interleaved thinking',
    },
  ],
})
