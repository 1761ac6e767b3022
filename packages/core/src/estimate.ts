import type { Count } from './parts.ts'
import type { Result } from './result.ts'

/** Counts the tokens of a text. Plug a tokenizer in where four characters a token is too rough. */
export type TokenEstimator = (text: string) => number

/** Characters (UTF-16 units) divided by four, rounded up: right within a factor of two for most languages and models. */
export const estimateTokens: TokenEstimator = (text) => Math.ceil(text.length / 4)

/**
 * Reasoning tokens by what was streamed of it, summaries included: for those who want a number where the provider gives none.
 * Of a summary or hidden reasoning this is far below what is billed, which is why nothing else in Reason counts so.
 */
export function estimateStreamed({ items }: Pick<Result, 'items'>, estimate: TokenEstimator = estimateTokens): Count {
  let value = 0
  for (const item of items) if (item.type === 'block' && item.channel === 'reasoning' && item.text !== '') value += estimate(item.text)
  return { value, source: 'estimated' }
}
