import { defineDialect, nothingBack, oldTokenLimit, openaiRequest, openaiThinking, textBack, whileThinking } from '../dialect/index.ts'

export const azure = defineDialect({
  provider: 'azure',
  source: 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning',
  evidence: 'as OpenAI; hosted models of others keep their own field; recorded responses',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  // Older versions of Azure's API do not know `safety_identifier`.
  request: { ...openaiRequest, user: 'user' },
  fields: { writesEmpty: ['annotations', 'refusal'] },
  thinking: [...openaiThinking, { notKnown: 'a deployment may have any name: reasoning_effort is sent as it is' }],
  replay: [
    {
      models: ['*deepseek*', '*grok*', '*kimi*', '*gpt-oss*'],
      ...textBack,
      carrier: 'reasoning_content',
      because: 'optional; helps tool loops',
      source: 'recorded responses',
    },
    { ...nothingBack, because: 'OpenAI reads no reasoning in Chat Completions', source: 'API reference' },
  ],
  conflicts: [oldTokenLimit, ...whileThinking],
})
