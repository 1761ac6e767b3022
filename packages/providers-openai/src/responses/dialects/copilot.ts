import { defineResponsesDialect, openaiRequest, openaiThinking } from '../dialect/index.ts'

export const copilot = defineResponsesDialect({
  provider: 'copilot',
  source: 'https://docs.github.com/copilot',
  native: false,
  request: [openaiRequest],
  thinking: openaiThinking,
})
