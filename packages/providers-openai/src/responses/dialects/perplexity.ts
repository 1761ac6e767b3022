import { commonEfforts, defineResponsesDialect, type KnobRow } from '../dialect/index.ts'

const row: KnobRow = { efforts: ['minimal', ...commonEfforts, 'xhigh', 'max'], shows: 'summary' }

/** The Agent API. Any field that it does not know is refused: `invalid request body: json: unknown field "include"`. */
export const perplexity = defineResponsesDialect({
  provider: 'perplexity',
  source: 'https://docs.perplexity.ai/docs/agent-api/openai-compatibility',
  native: false,
  request: [
    {
      rule: { text: 'never', sealed: 'always', because: 'Perplexity has no reasoning items, but signatures of calls' },
      user: null,
      chatFormat: true,
    },
  ],
  thinking: [{ models: ['*claude*'], ...row, output: 32_000 }, row],
  limits: {
    refuses: (
      'client_metadata context_management conversation include moderation prompt prompt_cache_key prompt_cache_options ' +
      'prompt_cache_retention reasoning.summary safety_identifier service_tier text user'
    ).split(' '),
  },
})
