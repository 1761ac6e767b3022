import { describeClaudeRequests } from '@reason/exchanges/claude-requests'
import type { Target } from '@reason/core/conversation'
import { opus47, sonnet4, sonnet46, wire } from './conversations.ts'
import { brokenRules } from './rules.ts'

const fable: Target = { ...sonnet4, model: 'claude-fable-5' }

describeClaudeRequests<{ refuses: readonly string[] }>(wire, {
  // Which types of thinking each refuses.
  targets: [
    [sonnet4, { refuses: ['adaptive'] }],
    [sonnet46, { refuses: [] }],
    [opus47, { refuses: ['enabled'] }],
    [fable, { refuses: ['enabled', 'disabled'] }],
  ],
  others: [
    { provider: 'bedrock', wire: 'bedrock-converse', model: sonnet4.model },
    { ...sonnet4, provider: 'vertex' },
    { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' },
  ],
  brokenRules,
  thinkingIn: ({ thinking }) => thinking,
  resultOf: (texts, failed) => (texts.length === 0 && failed === true ? ['The tool failed.'] : texts),
})
