import { defineDialect, openHost, reasoningEffort, templateSwitches } from '../dialect/index.ts'

export const nvidia = defineDialect({
  provider: 'nvidia',
  source: 'https://docs.api.nvidia.com/nim/reference/llm-apis',
  evidence: 'API reference, and reported responses: reasoning_content',
  ...openHost,
  thinking: [
    { models: ['*deepseek*'], since: 4, shows: 'full', effort: reasoningEffort('none', 'high', 'max'), source: 'API reference' },
    ...templateSwitches('API reference of each model'),
  ],
})
