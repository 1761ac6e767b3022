import { defineDialect, engineFields, engineRequest, templateEnableThinking, textBack, three } from '../dialect/index.ts'

const thinking = {
  shows: 'full',
  effort: { path: 'chat_template_kwargs.reasoning_effort', words: three },
  budget: { path: 'thinking_budget_tokens' },
} as const
const takes = ['reasoning_effort', 'reasoning_format', 'reasoning_budget_tokens']
const back = { ...textBack, carrier: 'reasoning_content', because: 'optional; keeps tool loops and the prefix cache' } as const

export const llamacpp = defineDialect({
  provider: 'llamacpp',
  source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
  evidence: 'recorded responses of two builds',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...engineRequest, repetition: 'repeat_penalty', thoughtsApart: true, choice: 'words' },
  fields: { own: engineFields },
  thinking: [
    {
      models: ['*gpt-oss*'],
      thinks: 'always',
      ...thinking,
      takes: [...takes, 'chat_template_kwargs.enable_thinking'],
      source: 'two builds, tried: the template of gpt-oss has grades and no switch',
    },
    {
      ...thinking,
      toggle: templateEnableThinking,
      takes: [...takes, 'chat_template_kwargs.thinking'],
      source: 'two builds, tried: the template has the switch; a budget needs the newer one',
    },
  ],
  replay: [
    {
      models: ['*gpt-oss*'],
      ...back,
      noTextBesideThought: true,
      source: 'reported: builds from November 2025 to March 2026 fill the template, which refuses a text and a thought beside calls',
    },
    { ...back, source: 'two builds, tried' },
  ],
})
