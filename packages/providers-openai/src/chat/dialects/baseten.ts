import { defineDialect, hostRequest, reasoningEffort, samplerFields, threeEfforts } from '../dialect/index.ts'

const source = 'API documentation, "Control reasoning depth"'

export const baseten = defineDialect({
  provider: 'baseten',
  source: 'https://docs.baseten.co/inference/model-apis/reasoning',
  evidence: 'API documentation, "Reasoning": a separate field reasoning_content, and reasoning_tokens among the completion tokens',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  // The request schema has `max_tokens` alone.
  request: { ...hostRequest, oldNameOnly: true, user: 'user' },
  fields: { own: [...samplerFields, 'bad', 'bad_token_ids', 'top_p_min'] },
  thinking: [
    // The switch for these models is not known. The page documents one for models that think if asked.
    { models: ['*deepseek-v3.1*', '*minimax-m2.5*'], thinks: 'by-default', shows: 'full', source: 'API documentation, "Supported models"' },
    {
      models: ['*deepseek-v4-pro*'],
      thinks: 'by-default',
      shows: 'full',
      effort: reasoningEffort('low', 'medium', 'high', 'xhigh'),
      source,
    },
    { models: ['*gpt-oss*'], thinks: 'always', shows: 'full', effort: threeEfforts, source },
    {
      models: ['*kimi-k2.5*', '*kimi-k2.6*', '*glm-4.7*', '*glm-5'],
      thinks: 'if-asked',
      shows: 'full',
      toggle: { path: 'chat_template_args.enable_thinking', on: true, off: false },
      source: 'API documentation, "Enable thinking"',
    },
    { notKnown: 'the page has no knob for other models: reasoning_effort is sent' },
  ],
  replay: [{ notKnown: 'the schema of messages has no field for reasoning: the reasoning of the same model goes back in its own field' }],
})
