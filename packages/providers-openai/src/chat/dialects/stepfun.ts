import { defineDialect, ownTextBack, reasoningEffort, threeEfforts } from '../dialect/index.ts'

const source = 'API reference, reasoning_effort'
const always = { thinks: 'always', shows: 'full', source } as const

export const stepfun = defineDialect({
  provider: 'stepfun',
  source: 'https://platform.stepfun.com/docs/zh/api-reference/chat/chat-completion-create',
  evidence: 'API reference, reasoning_format: reasoning, and reasoning_content if it is deepseek-style',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: true },
  request: { notKnown: 'its page lists no limits of requests: the names that all know are sent' },
  thinking: [
    { models: ['*step-3*', '*step*'], since: 3.7, ...always, effort: threeEfforts },
    { models: ['*step-3.5-flash-2*'], ...always, effort: reasoningEffort('low', 'high') },
    { models: ['*step-3*', '*step-r1*'], ...always },
    { notKnown: 'the page has no other models: reasoning_effort is sent' },
  ],
  replay: [{ ...ownTextBack, carrier: 'reasoning', reads: ['reasoning_content'], because: 'optional', source: 'not documented' }],
})
