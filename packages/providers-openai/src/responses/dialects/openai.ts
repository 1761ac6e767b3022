import { defineResponsesDialect, openaiRequest, openaiThinking } from '../dialect/index.ts'

export const openai = defineResponsesDialect({
  provider: 'openai',
  source: 'https://platform.openai.com/docs/api-reference/responses',
  native: true,
  request: [{ ...openaiRequest, keeps: true, checksIds: true, user: 'safety_identifier' }],
  thinking: openaiThinking,
  limits: { leastOutput: 16 },
})
