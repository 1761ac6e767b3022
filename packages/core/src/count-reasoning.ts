import type { Count, Usage } from './parts.ts'

/** As `estimateTokens` counts. */
const charsPerToken = 4

/**
 * Reasoning tokens of a generation whose text was counted and not kept: as the provider reports them, else estimated, but never from a summary,
 * which is much shorter than what was billed.
 *
 * @param streamed - `chars`: UTF-16 units of its reasoning. `isDigest`: a summary stood for some of it, or nothing at all.
 * @returns Undefined if the provider reports no count and a summary leaves nothing to estimate from.
 */
export function countReasoning(usage: Usage | undefined, { chars, isDigest }: { chars: number; isDigest: boolean }): Count | undefined {
  const counted = reportedReasoning(usage, chars)
  if (counted !== undefined) return counted
  if (!isDigest) return { value: Math.ceil(chars / charsPerToken), source: 'estimated' }
  return usage?.reasoning?.value === 0 ? undefined : usage?.reasoning
}

/**
 * Reasoning tokens as the provider reports them. Servers that leave the reasoning in the text report 0 beside it, which counts as no report.
 *
 * @param chars - UTF-16 units of reasoning that were streamed, summaries included.
 * @returns Undefined: there is no report, or it cannot be true.
 */
export function reportedReasoning(usage: Usage | undefined, chars: number): Count | undefined {
  const reasoning = usage?.reasoning
  return reasoning?.source !== 'reported' || (reasoning.value === 0 && chars > 0) ? undefined : reasoning
}
