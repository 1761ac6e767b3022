import type { Usage } from '@reason/core/parts'
import { isLoose, reportedUsage, tokenCount, wholeInput } from '@reason/wire-kit'

/** @returns Undefined if the value holds no counts. Converse does not count reasoning separately. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isLoose(value)) return undefined
  const usage = reportedUsage(value, {
    input: tokenCount(value.inputTokens),
    output: tokenCount(value.outputTokens),
    cached: tokenCount(value.cacheReadInputTokens) ?? tokenCount(value.cacheReadInputTokenCount),
    total: tokenCount(value.totalTokens),
  })
  return Object.keys(usage).length > 1 ? usage : undefined
}

/**
 * Writes usage as Converse's object. Converse's own stays unchanged. From other wires, `inputTokens` excludes tokens read from or
 * written to a cache, as Converse defines it. Counts that are not reported are 0, because clients add the numbers up unchecked.
 */
export function writeUsage(usage: Usage | undefined): Record<string, unknown> {
  if (usage === undefined) return { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  const { output, cached, raw } = usage
  if (isLoose(raw) && tokenCount(raw.outputTokens) !== undefined) return { inputTokens: 0, totalTokens: 0, ...raw }
  const { input, cached: fromCache, written, total } = wholeInput(usage)
  const outputTokens = output?.value ?? 0
  return {
    inputTokens: Math.max(0, input - fromCache - written),
    outputTokens,
    totalTokens: total ?? input + outputTokens,
    ...(cached !== undefined && { cacheReadInputTokens: fromCache }),
    ...(written > 0 && { cacheWriteInputTokens: written }),
  }
}
