import { defineResponsesDialect, openaiRequest, openaiThinking } from '../dialect/index.ts'

/** The API behind ChatGPT, which OpenAI's Codex calls. */
export const chatgpt = defineResponsesDialect({
  provider: 'chatgpt',
  source: 'https://github.com/openai/codex',
  native: true,
  request: [
    { ...openaiRequest, storeFalse: true, user: null, noMetadata: true, forgets: 'its responses are not kept: `store` has to be false' },
  ],
  thinking: openaiThinking,
  limits: { refuses: ['max_output_tokens'] },
})
