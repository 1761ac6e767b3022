import { deepseek as facts } from '../../shared/deepseek.ts'
import { defineResponsesDialect, type KnobRow } from '../dialect/index.ts'

const thinking: KnobRow = {
  efforts: ['none', ...facts.efforts],
  as: facts.as,
  shows: 'full',
  whileThinking: { sampling: 'ignored', forcedTool: facts.forcedTool },
}

export const deepseek = defineResponsesDialect({
  provider: 'deepseek',
  source: 'https://api-docs.deepseek.com/guides/thinking_mode',
  native: true,
  request: [
    {
      rule: { text: 'always', sealed: 'never', because: 'DeepSeek wants the reasoning of a conversation with tools back' },
      answers: true,
      steps: true,
      contentOnly: true,
      forgets: 'DeepSeek keeps no responses',
    },
  ],
  thinking: [
    { models: facts.notByDefault, ...thinking, byDefault: 'none' },
    { ...thinking, byDefault: facts.byDefault },
  ],
})
