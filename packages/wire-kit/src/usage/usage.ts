import type { Count, Usage } from '@reason/core/parts'
import type { Loose } from '../values/loose.ts'

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

/** More tokens than any answer has. A greater count would use up a budget for ever. */
const mostTokens = 1e9

/** Reads a token count. Undefined if the value is none. */
export function tokenCount(value: unknown): number | undefined {
  // Some servers send whole numbers as strings, like JSON of Protocol Buffers.
  const count = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && count >= 0 && count <= mostTokens ? count : undefined
}

/** Reads the first token count under one of the names. */
export const firstCount = (raw: Loose, names: readonly string[]): number | undefined =>
  names.map((name) => tokenCount(raw[name])).find((count) => count !== undefined)

const reported = (value: number): Count => ({ value, source: 'reported' })
