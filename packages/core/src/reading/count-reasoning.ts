import type { Count, Usage } from '../parts.ts'

/** As `estimateTokens` counts. */
const charsPerToken = 4

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
