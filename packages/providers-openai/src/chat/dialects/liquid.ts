import { defineDialect, has } from '../dialect/index.ts'

export const liquid = defineDialect({
  provider: 'liquid',
  source: 'https://ngrok.com/docs/ai-gateway/providers/liquid',
  evidence: 'not documented',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'no page of its own was at hand: the names that all know are sent' },
  thinking: [{ notKnown: 'no page of its own was at hand: reasoning_effort is sent' }],
  replay: [{ notKnown: 'no page of its own was at hand: the reasoning of the same model goes back in its own field' }],
  conflicts: [{ when: has('top_p'), rule: 'top_p is refused (reported)', drop: ['top_p'] }],
})
