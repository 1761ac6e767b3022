import { commonEfforts, defineResponsesDialect, openaiRequest } from '../dialect/index.ts'

export const bedrock = defineResponsesDialect({
  provider: 'bedrock',
  source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html',
  native: false,
  request: [
    { models: ['*gpt-oss*'], rule: { text: 'never', sealed: 'never', because: 'Bedrock was not seen to take reasoning of gpt-oss back' } },
    openaiRequest,
  ],
  thinking: [
    { models: ['*gpt-oss*'], efforts: commonEfforts, byDefault: 'medium', shows: 'full' },
    { notKnown: 'it hosts the models of OpenAI under names of its own: reasoning is sent as OpenAI takes it' },
  ],
})
