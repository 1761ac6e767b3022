import {
  defineDialect,
  engineFields,
  engineRequest,
  includeReasoning,
  templateEnableThinking,
  templateThinking,
  textBack,
  threeEfforts,
} from '../dialect/index.ts'

export const vllm = defineDialect({
  provider: 'vllm',
  source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
  evidence: 'documentation, "Reasoning Outputs": reasoning_content before 2026',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { ...engineRequest, user: 'user' },
  fields: { own: engineFields, lacks: [], writesEmpty: ['annotations', 'audio', 'function_call', 'reasoning_content', 'refusal'] },
  thinking: [
    {
      models: ['*gpt-oss*'],
      thinks: 'always',
      shows: 'full',
      effort: threeEfforts,
      ...includeReasoning,
      source: 'documentation, "Reasoning Outputs"',
    },
    {
      models: ['*deepseek*', '*granite*', '*kimi*'],
      shows: 'full',
      toggle: templateThinking,
      ...includeReasoning,
      takes: ['chat_template_kwargs.enable_thinking', 'thinking_token_budget'],
      source: 'documentation, "Reasoning Outputs": these templates call it thinking',
    },
    {
      shows: 'full',
      toggle: templateEnableThinking,
      effort: threeEfforts,
      ...includeReasoning,
      takes: ['chat_template_kwargs.thinking', 'chat_template_kwargs.reasoning_effort', 'thinking_token_budget'],
      source: 'documentation, "Reasoning Outputs"',
    },
  ],
  replay: [
    {
      ...textBack,
      carrier: 'reasoning',
      reads: ['reasoning_content'],
      because: 'optional; helps tool loops and the prefix cache',
      source: 'documentation, "Reasoning Outputs"',
    },
  ],
})
