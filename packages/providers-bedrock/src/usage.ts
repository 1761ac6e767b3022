import type { Usage } from '@reason/core'
import { isLoose, reportedUsage, tokenCount } from '@reason/core/wire-kit'

/** @returns Undefined where the value holds no counts. Converse does not count reasoning by itself. */
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
 * Converse's object, whatever the wire was. Its own stays as it is; from others, `inputTokens` leaves out what was cached,
 * as it does here. What nobody reported is 0: clients add these numbers up without looking.
 */
export function writeUsage(usage: Usage | undefined): Record<string, unknown> {
  if (usage === undefined) return { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  const { input, output, cached, total, raw } = usage
  if (isLoose(raw) && tokenCount(raw.outputTokens) !== undefined) return { inputTokens: 0, totalTokens: 0, ...raw }
  const [inputTokens, outputTokens, cacheReadInputTokens] = [input?.value ?? 0, output?.value ?? 0, cached?.value ?? 0]
  return {
    inputTokens: Math.max(0, inputTokens - cacheReadInputTokens),
    outputTokens,
    totalTokens: total?.value ?? inputTokens + outputTokens,
    ...(cached !== undefined && { cacheReadInputTokens }),
  }
}
