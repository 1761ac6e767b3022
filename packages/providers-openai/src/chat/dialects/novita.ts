import { defineDialect, enableThinking, hostRequest, samplerFields } from '../dialect/index.ts'

export const novita = defineDialect({
  provider: 'novita',
  source: 'https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion',
  evidence: 'API reference: tags in the content, and reasoning_content where separate_reasoning asks for it',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  // The reference has `max_tokens` alone, and limits function names to 64 characters.
  request: { ...hostRequest, oldNameOnly: true, toolName: 64 },
  fields: { own: [...samplerFields, 'separate_reasoning'] },
  thinking: [
    {
      models: ['*glm-4.5*', '*deepseek-v3.1*', '*deepseek-v3.2-exp*'],
      thinks: 'by-default',
      shows: 'full',
      toggle: enableThinking,
      source: 'API reference, enable_thinking: true by default',
    },
    { models: ['*deepseek-v3.2*'], thinks: 'if-asked', shows: 'full', toggle: enableThinking, source: 'reported: tried' },
    { models: ['*deepseek-r1*'], thinks: 'always', shows: 'full', source: 'API reference: R1 is no model that enable_thinking supports' },
    { notKnown: 'the reference has no knob for other models: reasoning_effort is sent' },
  ],
  replay: [
    { notKnown: 'the reference has no field for reasoning in messages: the reasoning of the same model goes back in its own field' },
  ],
})
