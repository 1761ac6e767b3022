import type { Generation } from './generation.ts'

export interface ReasoningTokens {
  value: number
  /** The provider does not say it, or cannot be right. */
  isEstimate: boolean
}

/** What is known of all of its reasoning. Undefined: nothing yet, or there was none. */
export function reasoningTokens({ usage, final }: Pick<Generation, 'usage' | 'final'>): ReasoningTokens | undefined {
  const reported = usage.value?.reasoning_tokens
  const value = final.value === undefined ? (reported ?? 0) : (final.value.stats.reasoning_tokens ?? 0)
  return value === 0 ? undefined : { value, isEstimate: value !== reported }
}
