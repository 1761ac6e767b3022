import type { Count, Part, Usage } from './parts.ts'
import { usageOfChoices } from './usage-of-choices.ts'

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

/** Counts the reasoning of one generation from its parts, all choices together. */
export interface ReasoningTally {
  /** Parts before any policy: what is kept back was thought all the same. */
  see(part: Part): void
  /** As `countReasoning` has it. */
  tokens(): Count | undefined
}

/** The types of parts that a tally looks at. */
export const talliedTypes = ['delta', 'block-start', 'warning', 'usage'] as const satisfies readonly Part['type'][]

/** Text of an answer counts from the moment that a late closer shows it to be reasoning. */
export function createReasoningTally(): ReasoningTally {
  const usages = new Map<number, Usage>()
  /** By choice, of the answer. */
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
