import { defineDialect } from '../dialect/index.ts'

export const minimax = defineDialect({
  provider: 'minimax',
  source: 'https://platform.minimax.io/docs/api-reference/text-openai-api',
  evidence: 'API documentation, reasoning_split',
  response: { field: 'reasoning_content', details: true, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'its page lists no limits of requests: the names that all know are sent' },
  fields: { own: ['reasoning_split'], lacks: [], writesEmpty: [] },
  thinking: [
    {
      models: ['*minimax-m3*'],
      thinks: 'by-default',
      shows: 'full',
      toggle: { path: 'thinking.type', on: 'adaptive', off: 'disabled' },
      source: 'API documentation',
    },
    { thinks: 'always', shows: 'full', source: 'API documentation: M2 always thinks' },
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
