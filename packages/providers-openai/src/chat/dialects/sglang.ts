import {
  defineDialect,
  engineFields,
  engineRequest,
  templateEnableThinking,
  templateThinking,
  textBack,
  threeEfforts,
} from '../dialect/index.ts'

export const sglang = defineDialect({
  provider: 'sglang',
  source: 'https://docs.sglang.ai/advanced_features/separate_reasoning.html',
  evidence: 'documentation, "Reasoning Parser"',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: engineRequest,
  fields: { own: [...engineFields, 'separate_reasoning', 'stream_reasoning'], lacks: [], writesEmpty: [] },
  thinking: [
    {
      models: ['*deepseek*', '*kimi*', '*granite*'],
      shows: 'full',
      toggle: templateThinking,
      source: 'documentation, "Reasoning Parser": these templates call it thinking',
    },
    {
      shows: 'full',
      toggle: templateEnableThinking,
      effort: threeEfforts,
      takes: ['chat_template_kwargs.thinking'],
      source: 'documentation, "Reasoning Parser"',
    },
  ],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'documentation' }],
})
