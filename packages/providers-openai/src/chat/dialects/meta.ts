import { museEfforts, museWithoutMax } from '../../shared/muse-spark.ts'
import { defineDialect, has, nothingBack, reasoningEffort } from '../dialect/index.ts'

const source = 'API documentation, reasoning: none is refused, and max on the tier for contributors'

export const meta = defineDialect({
  provider: 'meta',
  source: 'https://dev.meta.ai/docs/reasoning',
  evidence: 'API documentation, reasoning: reasoning_content is there, and always empty; Responses has summaries',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  // Reported: any other choice is answered with status 400.
  request: { choice: 'never' },
  fields: { writesEmpty: ['reasoning_content'] },
  thinking: [
    { models: museWithoutMax, thinks: 'always', shows: 'none', effort: reasoningEffort(...museEfforts), source },
    { models: ['*muse*'], thinks: 'always', shows: 'none', effort: reasoningEffort(...museEfforts, 'max'), source },
    { notKnown: 'the page has no other models: reasoning_effort is sent' },
  ],
  replay: [{ ...nothingBack, because: 'Chat Completions carries no reasoning from turn to turn, but Responses does', source }],
  conflicts: [{ when: has('stop'), rule: 'stop sequences are not supported', drop: ['stop'] }],
})
