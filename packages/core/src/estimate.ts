import type { Count, Usage } from './parts.ts'
import type { Result } from './result.ts'

/** Counts the tokens of a text. Plug a tokenizer in where four characters a token is too rough. */
export type TokenEstimator = (text: string) => number

const charsPerToken = 4

/** Characters (UTF-16 units) divided by four, rounded up: right within a factor of two for most languages and models. */
export const estimateTokens: TokenEstimator = (text) => Math.ceil(text.length / charsPerToken)

/**
 * Reasoning tokens of a generation whose text was counted and not kept: as the provider reports them, else estimated, but never from a summary,
 * which is much shorter than what was billed.
 *
 * @param streamed - `chars`: UTF-16 units of its reasoning. `isDigest`: a summary stood for some of it, or nothing at all.
 * @returns Undefined: nobody can know.
 */
export function countReasoning(usage: Usage | undefined, { chars, isDigest }: { chars: number; isDigest: boolean }): Count | undefined {
  if (isDigest || usage?.reasoning?.source === 'reported') return usage?.reasoning
  return { value: Math.ceil(chars / charsPerToken), source: 'estimated' }
}

/**
 * Reasoning tokens by what was streamed of it, summaries included: for those who want a number where the provider gives none.
 * Of a summary or hidden reasoning this is far below what is billed, which is why nothing else in Reason counts so.
 */
export function estimateStreamed({ items }: Pick<Result, 'items'>, estimate: TokenEstimator = estimateTokens): Count {
  let value = 0
  for (const item of items) if (item.type === 'block' && item.channel === 'reasoning' && item.text !== '') value += estimate(item.text)
  return { value, source: 'estimated' }
}
