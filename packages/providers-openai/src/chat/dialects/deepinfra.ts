import { defineDialect, openHost, reasoningEffort, samplerFields, threeEfforts } from '../dialect/index.ts'

const row = { shows: 'full', source: 'documentation, "Reasoning": reasoning.enabled, and reasoning_effort' } as const
const takes = ['reasoning.enabled', 'reasoning.effort']

export const deepinfra = defineDialect({
  provider: 'deepinfra',
  source: 'https://docs.deepinfra.com/chat/reasoning',
  evidence: 'documentation, "Reasoning": reasoning_content',
  ...openHost,
  fields: { own: samplerFields },
  thinking: [
    { ...row, models: ['*gpt-oss*'], thinks: 'always', effort: threeEfforts },
    { ...row, models: ['*deepseek-r1*', '*minimax*'], thinks: 'always' },
    { ...row, effort: reasoningEffort('none', 'low', 'medium', 'high', 'xhigh'), takes },
  ],
})
