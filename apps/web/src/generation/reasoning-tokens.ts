import type { ShownGeneration } from './generation.ts'

export interface ReasoningTokens {
  value: number
  /** True if the provider reports no count, or another one than the gateway's. */
  isEstimate: boolean
}

/** Number of reasoning tokens. Undefined if there are none so far. */
export function reasoningTokens({ usage, final }: Pick<ShownGeneration, 'usage' | 'final'>): ReasoningTokens | undefined {
  const reported = usage.value?.reasoning_tokens
  const value = final.value === undefined ? (reported ?? 0) : (final.value.stats.reasoning_tokens ?? 0)
  return value === 0 ? undefined : { value, isEstimate: value !== reported }
}
