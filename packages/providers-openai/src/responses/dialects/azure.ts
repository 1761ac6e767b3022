import { defineResponsesDialect, openaiRequest, openaiThinking } from '../dialect/index.ts'

export const azure = defineResponsesDialect({
  provider: 'azure',
  source: 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses',
  native: false,
  request: [{ ...openaiRequest, keeps: true, checksIds: true }],
  thinking: openaiThinking,
  limits: { leastOutput: 16 },
})
