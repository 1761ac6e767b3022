import type { Loose } from '@reason/wire-kit'

/** Fields with underscores on the wire, and their camel-case names in Cohere's own client. */
const humped = {
  billed_units: 'billedUnits',
  cached_tokens: 'cachedTokens',
  finish_reason: 'finishReason',
  input_tokens: 'inputTokens',
  output_tokens: 'outputTokens',
  reasoning_tokens: 'reasoningTokens',
  tool_calls: 'toolCalls',
  tool_plan: 'toolPlan',
} as const

export const field = (holder: Loose, name: keyof typeof humped): unknown => holder[name] ?? holder[humped[name]]

/** Fields that are read by name, in both spellings. */
export const ownFields = {
  response: new Set(['id', 'type', 'message', 'usage', 'finish_reason', 'finishReason', 'error', 'delta', 'index', 'rawResponse']),
  message: new Set(['role', 'content', 'tool_calls', 'toolCalls', 'tool_plan', 'toolPlan', 'citations']),
}
