import { defineDialect, engineFields, reasoningEffort, textBack, threeEfforts } from '../dialect/index.ts'

const thinking = { shows: 'full', takes: ['reasoning.effort'], ignores: ['enable_thinking'] } as const

export const ollama = defineDialect({
  provider: 'ollama',
  source: 'https://docs.ollama.com/api/openai-compatibility',
  evidence: 'documentation, OpenAI compatibility',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { nullsBlank: true, choice: 'never' },
  fields: { own: engineFields },
  thinking: [
    {
      models: ['*gpt-oss*'],
      thinks: 'always',
      effort: threeEfforts,
      ...thinking,
      source: 'documentation: gpt-oss takes levels, and cannot be turned off',
    },
    {
      effort: reasoningEffort('none', 'low', 'medium', 'high', 'max'),
      ...thinking,
      source: 'documentation, OpenAI compatibility; recorded: enable_thinking changes nothing',
    },
  ],
  replay: [{ ...textBack, carrier: 'reasoning', reads: ['reasoning_content'], because: 'optional', source: 'documentation, thinking' }],
})
