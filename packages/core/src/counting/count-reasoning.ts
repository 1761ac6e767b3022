import type { Count, Part, Usage } from '../parts.ts'
import { usageOfChoices } from './usage-of-choices.ts'

/** The ratio that `estimateTokens` uses. */
const charsPerToken = 4

/**
 * Reasoning tokens of a generation whose text was counted but not kept. The provider's count, else an estimate. Never estimated from a summary, which is
 * much shorter than the billed reasoning.
 *
 * @param streamed - `chars`: UTF-16 units of reasoning. `isDigest`: some of it was a summary or hidden.
 * @returns Undefined if the provider reports no count and a summary leaves nothing to estimate from.
 */
export function countReasoning(usage: Usage | undefined, { chars, isDigest }: { chars: number; isDigest: boolean }): Count | undefined {
  const counted = reportedReasoning(usage, chars)
  if (counted !== undefined) return counted
  if (!isDigest) return { value: Math.ceil(chars / charsPerToken), source: 'estimated' }
  return usage?.reasoning?.value === 0 ? undefined : usage?.reasoning
}

/**
 * Reasoning tokens that the provider reports. Servers that leave the reasoning in the text report 0 beside it, which counts as no report.
 *
 * @param chars - UTF-16 units of streamed reasoning, summaries included.
 * @returns Undefined if there is no report, or if the count cannot be true.
 */
export function reportedReasoning(usage: Usage | undefined, chars: number): Count | undefined {
  const reasoning = usage?.reasoning
  return reasoning?.source !== 'reported' || (reasoning.value === 0 && chars > 0) ? undefined : reasoning
}

/** Counts the reasoning of one generation from its parts, over all choices. */
export interface ReasoningTally {
  /** Takes parts before any policy, because suppressed reasoning was still generated. */
  see(part: Part): void
  /** The count, as `countReasoning` returns it. */
  tokens(): Count | undefined
}

/** Types of parts that a tally reads. */
export const talliedTypes = ['delta', 'block-start', 'warning', 'usage'] as const satisfies readonly Part['type'][]

/** Creates a tally. Answer text counts as reasoning once a late closer shows that it was. */
export function createReasoningTally(): ReasoningTally {
  const usages = new Map<number, Usage>()
  /** UTF-16 units of answer text, by choice. */
  const answered: number[] = []
  let chars = 0
  let isDigest = false

  return {
    see(part) {
      const { choice = 0 } = part
      if (part.type === 'delta') {
        if (part.inserted === true) return
        if (part.channel === 'reasoning') chars += part.text.length
        else if (part.channel === 'answer') answered[choice] = (answered[choice] ?? 0) + part.text.length
      } else if (part.type === 'block-start') isDigest ||= part.kind === 'summary' || part.kind === 'hidden'
      else if (part.type === 'usage') usages.set(choice, part.usage)
      else if (part.type === 'warning' && part.code === 'late-closer') {
        chars += answered[choice] ?? 0
        answered[choice] = 0
      }
    },
    tokens: () => countReasoning(usageOfChoices(usages), { chars, isDigest }),
  }
}
