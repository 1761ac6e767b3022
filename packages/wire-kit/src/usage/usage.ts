import type { Count, Usage } from '@reason/core/parts'

/** Counts that a provider reported. `outputExcludesReasoning` tells whether `output` has to be completed. */
export interface ReportedCounts {
  input?: number | undefined
  output?: number | undefined
  reasoning?: number | undefined
  cached?: number | undefined
  total?: number | undefined
  /** True if `output` excludes reasoning, which is then added. */
  outputExcludesReasoning?: boolean
  /** True if raw reasoning was visible, so that a count of 0 is implausible. Never set for a summary. */
  reasoningVisible?: boolean
}

/** Creates usage in the common form: `output` includes reasoning, and implausible counts are marked. */
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

/** Reads a token count. Undefined if the value is none. */
export const tokenCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : // Some servers send whole numbers as strings, like JSON of Protocol Buffers.
      typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? Number(value)
      : undefined

const reported = (value: number): Count => ({ value, source: 'reported' })
