import { defineDialect, reasoningEffort } from '../dialect/index.ts'

export const mistral = defineDialect({
  provider: 'mistral',
  source: 'https://docs.mistral.ai/capabilities/reasoning',
  evidence: 'API documentation, reasoning: thinking chunks',
  response: { field: 'parts', details: false, outputExcludesReasoning: false, native: true },
  request: {
    strict: true,
    strictSchema: true,
    oldNameOnly: true,
    callId: { pattern: /^[A-Za-z0-9]{9}$/, length: 9 },
    fileUrl: 'document_url',
    answers: true,
    seed: 'random_seed',
    prefix: true,
    noUserAfterTool: true,
    noStreamOptions: true,
    toolName: 64,
  },
  fields: {
    own: ['document_image_limit', 'document_page_limit', 'prompt_mode', 'random_seed', 'safe_prompt'],
    lacks: 'audio logit_bias logprobs modalities seed service_tier store stream_options top_logprobs user verbosity'.split(' '),
  },
  thinking: [
    {
      models: ['*mistral-small*', '*mistral-medium*'],
      thinks: 'if-asked',
      shows: 'full',
      effort: { path: 'reasoning_effort', words: { none: 'none', high: 'high' } },
      source: 'API documentation, reasoning: none or high',
    },
    {
      models: ['*mistral-large*'],
      since: 4,
      thinks: 'by-default',
      shows: 'full',
      effort: reasoningEffort('none', 'low', 'medium', 'high'),
      source: 'API documentation, reasoning: Large 4 has three efforts, and thinks by default',
    },
    { models: ['*magistral*'], thinks: 'always', shows: 'full', source: 'API documentation: Magistral always thinks' },
    { thinks: 'never', source: 'API documentation: other models do not think' },
  ],
  replay: [
    {
      text: 'always',
      sealed: 'never',
      carrier: 'parts',
      strict: true,
      because: 'Mistral reads thinking parts in the content, and signs nothing',
      source: 'API documentation, reasoning: ThinkChunk; recorded requests',
    },
  ],
})
