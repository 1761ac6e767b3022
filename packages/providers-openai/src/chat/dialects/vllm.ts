import { defineDialect, engineFields, engineRequest, includeReasoning, templateSwitches, textBack, threeEfforts } from '../dialect/index.ts'

export const vllm = defineDialect({
  provider: 'vllm',
  source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
  evidence: 'documentation, "Reasoning Outputs": reasoning_content before 2026',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { ...engineRequest, user: 'user' },
  fields: { own: engineFields, writesEmpty: ['annotations', 'audio', 'function_call', 'reasoning_content', 'refusal'] },
  thinking: templateSwitches('documentation, "Reasoning Outputs"', {
    effort: threeEfforts,
    takes: ['chat_template_kwargs.enable_thinking', 'chat_template_kwargs.reasoning_effort', 'thinking_token_budget'],
    ...includeReasoning,
  }),
  replay: [{ ...textBack, carrier: 'reasoning', reads: ['reasoning_content'], because: 'helps tool loops', source: 'documentation' }],
})
