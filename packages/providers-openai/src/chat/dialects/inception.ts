import { defineDialect, nothingBack, three } from '../dialect/index.ts'

export const inception = defineDialect({
  provider: 'inception',
  source: 'https://docs.inceptionlabs.ai',
  evidence: 'OpenAPI description: a summary beside the choices, if asked for; the total has the reasoning beside the completion',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: true, native: true },
  request: { oldNameOnly: true, choice: 'words', toolName: 64 },
  thinking: [
    {
      thinks: 'by-default',
      shows: 'none',
      effort: { path: 'reasoning_effort', words: { none: 'instant', ...three } },
      show: { path: 'reasoning_summary', value: true },
      source: 'OpenAPI description',
    },
  ],
  replay: [{ ...nothingBack, because: 'messages have no field for reasoning', source: 'OpenAPI description' }],
  conflicts: [
    {
      when: ({ body }) => body.reasoning_summary === true && body.stream === true && body.reasoning_summary_wait === undefined,
      rule: 'a stream ends before its summary, unless it waits for it',
      set: [['reasoning_summary_wait', true]],
    },
  ],
})
