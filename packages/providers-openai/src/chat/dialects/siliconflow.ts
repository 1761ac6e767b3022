import { defineDialect, enableThinking, openHost } from '../dialect/index.ts'

const thinking = {
  shows: 'full',
  toggle: enableThinking,
  budget: { path: 'thinking_budget', min: 128, max: 32_768 },
  source: 'API reference, enable_thinking, thinking_budget and reasoning_effort',
} as const
// Low and medium count as high there, and xhigh as max.
const effort = { path: 'reasoning_effort', words: { low: 'high', medium: 'high', high: 'high', xhigh: 'max', max: 'max' } } as const

export const siliconflow = defineDialect({
  provider: 'siliconflow',
  source: 'https://docs.siliconflow.cn/docs/api/chat-completions-post',
  evidence: 'API documentation, reasoning models: reasoning_content',
  ...openHost,
  response: { ...openHost.response, native: true },
  request: { ...openHost.request, oldNameOnly: true, stops: 4 },
  thinking: [{ models: ['*deepseek*'], since: 4, ...thinking, effort }, { models: ['*glm*'], since: 5.2, ...thinking, effort }, thinking],
})
