import { defineDialect, reasoningEffort, textBack } from '../dialect/index.ts'

export const upstage = defineDialect({
  provider: 'upstage',
  source: 'https://console.upstage.ai/docs/capabilities/generate/reasoning',
  evidence: 'API documentation, reasoning: message.reasoning and delta.reasoning, which some models do not have',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  // Reported: `Unrecognized request arguments supplied: store`, status 400.
  request: { strict: true },
  fields: { lacks: ['logprobs', 'store', 'top_logprobs'] },
  thinking: [
    {
      models: ['*solar-pro*'],
      since: 4,
      thinks: 'if-asked',
      shows: 'full',
      effort: reasoningEffort('none', 'low', 'medium', 'high', 'xhigh', 'max'),
      source: 'API documentation, reasoning: off by default since September 2026',
    },
    // Off by default, and with minimal and low.
    { models: ['*solar-pro3*'], thinks: 'if-asked', shows: 'full', effort: reasoningEffort('medium', 'high'), source: 'API documentation' },
    { models: ['*solar-mini*'], thinks: 'never', source: 'API documentation, reasoning: solar-mini refuses reasoning_effort' },
    { notKnown: 'the page has no other models: reasoning_effort is sent' },
  ],
  replay: [{ ...textBack, carrier: 'reasoning', because: 'optional', source: 'API documentation, tool calling: messages go back whole' }],
})
