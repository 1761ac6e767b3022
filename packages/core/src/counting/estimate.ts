import type { Count } from '../parts.ts'
import type { Result } from '../result.ts'

/** Counts the tokens of a text. Use a tokenizer if four characters per token is too rough. */
export type TokenEstimator = (text: string) => number

/** Characters (UTF-16 units) divided by four, rounded up: right within a factor of two for most languages and models. */
export const estimateTokens: TokenEstimator = (text) => Math.ceil(text.length / 4)

/**
 * Estimates reasoning tokens from the streamed text, summaries included. For applications that need a number if the provider reports none. For a summary
 * or hidden reasoning, the estimate is far below the billed count, so nothing else in Reason counts this way.
 */
export function estimateStreamed({ items }: Pick<Result, 'items'>, estimate: TokenEstimator = estimateTokens): Count {
  let value = 0
  for (const item of items) if (item.type === 'block' && item.channel === 'reasoning' && item.text !== '') value += estimate(item.text)
  return { value, source: 'estimated' }
}
