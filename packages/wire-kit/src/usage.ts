import type { Count, Usage } from '@reason/core/parts'

/** What a provider reported, by meaning. `output` as it counts it: say whether that includes reasoning. */
export interface ReportedCounts {
  input?: number | undefined
  output?: number | undefined
  reasoning?: number | undefined
  cached?: number | undefined
  total?: number | undefined
  /** `output` leaves reasoning out, so that it has to be added. */
  outputExcludesReasoning?: boolean
  /** Raw reasoning can be read, so that a count of 0 cannot be true. Never for a summary. */
  reasoningVisible?: boolean
}

/** Counts in the one form that all formats have: `output` includes reasoning; what cannot be true says so. */
export function reportedUsage(raw: unknown, counts: ReportedCounts): Usage {
  const { input, reasoning, cached, total, outputExcludesReasoning = false, reasoningVisible = false } = counts
  const output = counts.output !== undefined && outputExcludesReasoning ? counts.output + (reasoning ?? 0) : counts.output
  const impossible = reasoning !== undefined && ((reasoning === 0 && reasoningVisible) || (output !== undefined && reasoning > output))
  return {
    ...(input !== undefined && { input: reported(input) }),
    ...(output !== undefined && { output: reported(output) }),
    ...(reasoning !== undefined && { reasoning: { value: reasoning, source: impossible ? 'implausible' : 'reported' } }),
    ...(cached !== undefined && { cached: reported(cached) }),
    ...(total !== undefined && { total: reported(total) }),
    raw,
  }
}

/** A field that should be a token count; undefined where it is none. */
export const tokenCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : // Some servers write whole numbers as strings, as JSON of Protocol Buffers does.
      typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? Number(value)
      : undefined

const reported = (value: number): Count => ({ value, source: 'reported' })
