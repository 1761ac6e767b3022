import { defineDialect, has, nothingBack, oldTokenLimit, openaiRequest, openaiThinking, whileThinking } from '../dialect/index.ts'

export const openai = defineDialect({
  provider: 'openai',
  source: 'https://platform.openai.com/docs/api-reference/chat',
  evidence: 'API reference, Chat Completions: no reasoning text at all',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: openaiRequest,
  fields: { writesEmpty: ['annotations', 'refusal'] },
  thinking: [...openaiThinking, { notKnown: 'a model that the table of its models does not name: reasoning_effort is sent as it is' }],
  replay: [{ ...nothingBack, strict: true, because: 'OpenAI reads no reasoning in Chat Completions', source: 'API reference' }],
  conflicts: [
    oldTokenLimit,
    {
      // `Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function
      // tools, use /v1/responses or set reasoning_effort to 'none'.` From GPT-5.5 on, this also applies to a model's
      // default effort.
      models: ['gpt-*'],
      since: 5.4,
      // The last two take tools in Responses alone, as they always think.
      except: ['gpt-5.*-chat*', 'gpt-5.*-pro*', 'gpt-5.*-codex*', '*-astra*', 'gpt-6.*-sol*', 'gpt-7*-sol*'],
      when: (at) => at.hasTools && at.body.reasoning_effort !== 'none' && (at.thinks !== false || has('reasoning_effort')(at)),
      rule: 'Chat Completions refuses tools while the model thinks; Responses takes both',
      set: [['reasoning_effort', 'none']],
      effective: { enabled: false },
    },
    ...whileThinking,
  ],
})
