import { defineDialect } from '../dialect/index.ts'

export const copilot = defineDialect({
  provider: 'copilot',
  source: 'https://docs.github.com/copilot',
  evidence: 'reported: reasoning_text and reasoning_opaque, and calls of Claude in a second choice',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false, spreadsAnswer: true },
  request: { notKnown: 'its API has no public page: the names that all know are sent' },
  thinking: [{ notKnown: 'its API has no public page: reasoning_effort is sent' }],
  replay: [
    {
      text: 'always',
      ownTextOnly: true,
      sealed: 'always',
      carrier: 'reasoning_text',
      because: 'reasoning_opaque is of the model that made it',
      source: 'reported',
    },
  ],
})
