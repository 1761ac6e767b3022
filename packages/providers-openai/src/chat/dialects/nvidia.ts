import { defineDialect, openHost, reasoningEffort, templateSwitches } from '../dialect/index.ts'

const source = 'API reference of each model'

export const nvidia = defineDialect({
  provider: 'nvidia',
  source: 'https://docs.api.nvidia.com/nim/reference/llm-apis',
  evidence: 'API reference, and reported responses: reasoning_content',
  ...openHost,
  thinking: [
    { models: ['*deepseek*'], since: 4, shows: 'full', effort: reasoningEffort('none', 'high', 'max'), source },
    ...templateSwitches(source),
  ],
})
