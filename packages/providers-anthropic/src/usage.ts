import type { Usage } from '@reason/core/parts'
import { isLoose, reportedUsage, tokenCount, wholeInput, type Loose } from '@reason/wire-kit'

/** Merges counts: later events repeat or complete earlier counts, and never add to them. */
export interface UsageReader {
  /** @returns Undefined if the value holds no counts. */
  read(value: unknown, rawShown: boolean): Usage | undefined
}

export function createUsageReader(): UsageReader {
  let raw: Loose = {}

  return {
    read(value, rawShown) {
      if (!isLoose(value)) return undefined
      raw = { ...raw, ...Object.fromEntries(Object.entries(value).filter(([name, count]) => count !== null && !isLapse(name, count, raw))) }
      const details = isLoose(raw.output_tokens_details) ? raw.output_tokens_details : {}
      const usage = reportedUsage(raw, {
        input: tokenCount(raw.input_tokens),
        output: tokenCount(raw.output_tokens),
        reasoning: tokenCount(details.thinking_tokens),
        cached: tokenCount(raw.cache_read_input_tokens),
        total: tokenCount(raw.total_tokens),
        reasoningVisible: rawShown,
      })
      return Object.keys(usage).length > 1 ? usage : undefined
    },
  }
}

/** True for a 0 that replaces an earlier count of the prompt, as some proxies send. Prompt counts cannot shrink. */
const isLapse = (name: string, count: unknown, before: Loose): boolean =>
  count === 0 && name.endsWith('input_tokens') && (tokenCount(before[name]) ?? 0) > 0

/**
 * Writes usage as Anthropic's object. Anthropic's own stays unchanged. From other wires, `input_tokens` excludes tokens read from or
 * written to a cache, as Anthropic defines it. Counts that are not reported are 0, because clients add the numbers up unchecked.
 */
export function writeUsage(usage: Usage | undefined): Record<string, unknown> {
  if (usage === undefined) return { input_tokens: 0, output_tokens: 0 }
  const { output, reasoning, cached, raw } = usage
  if (isLoose(raw) && tokenCount(raw.output_tokens) !== undefined && isOwn(raw)) {
    return { ...raw, input_tokens: tokenCount(raw.input_tokens) ?? 0 }
  }
  const { input, cached: fromCache, written } = wholeInput(usage)
  return {
    input_tokens: Math.max(0, input - fromCache - written),
    ...(written > 0 && { cache_creation_input_tokens: written }),
    ...(cached !== undefined && { cache_read_input_tokens: fromCache }),
    output_tokens: output?.value ?? 0,
    ...(reasoning !== undefined && {
      output_tokens_details: { thinking_tokens: reasoning.value },
      ...(reasoning.source === 'estimated' && { thinking_tokens_source: 'estimated' }),
    }),
  }
}

/** True for Anthropic's own usage. OpenAI's Responses use the same two names, but include cached tokens. */
const isOwn = (raw: Loose): boolean => raw.input_tokens_details === undefined && raw.total_tokens === undefined
