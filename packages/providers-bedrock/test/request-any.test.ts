import { describeClaudeRequests } from '@reason/exchanges/claude-requests'
import type { Target } from '@reason/core/conversation'
import { gptOss, kimi, nova2, opus47, sonnet37, sonnet46, wire } from './conversations.ts'
import { brokenRules } from './rules.ts'

const fable: Target = { ...sonnet37, model: 'us.anthropic.claude-fable-5' }

describeClaudeRequests<{ refuses: readonly string[]; claude: boolean }>(wire, {
  // Which types of thinking each refuses.
  targets: [
    [sonnet37, { refuses: ['adaptive'], claude: true }],
    [sonnet46, { refuses: [], claude: true }],
    [opus47, { refuses: ['enabled'], claude: true }],
    [fable, { refuses: ['enabled', 'disabled'], claude: true }],
    [nova2, { refuses: [], claude: false }],
    [gptOss, { refuses: [], claude: false }],
    [kimi, { refuses: [], claude: false }],
  ],
  others: [
    { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-3-7-sonnet' },
    { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' },
  ],
  brokenRules,
  thinkingIn: ({ additionalModelRequestFields }) => additionalModelRequestFields,
  resultOf: (texts, failed) => [texts.length === 0 && failed === true ? ['The tool failed.'] : texts, failed],
})
