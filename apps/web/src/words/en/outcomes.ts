import type { FinishReason } from '@reason/core/parts'

/** Explanations of outcomes, by the name used in the API, in metrics and in the terminal. */
export const outcomes: Readonly<Record<string, string>> = {
  stop: 'complete',
  'tool-calls': 'calls a tool',
  length: 'cut off at the limit',
  'reasoning-exhausted': 'thinking used all output',
  'no-final': 'no final answer',
  'content-filter': 'filtered by the provider',
  refusal: 'refused',
  aborted: 'aborted',
  error: 'failed',
  unknown: 'not reported',
} satisfies Record<FinishReason, string>
