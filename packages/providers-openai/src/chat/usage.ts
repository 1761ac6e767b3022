import type { Usage } from '@reason/core/parts'
import { defined, asLoose, audioTokens, isLoose, tokenCount, wholeInput } from '@reason/wire-kit'

/** Writes OpenAI's usage object for any wire format. Fields of OpenAI's own stay, and the counts are the normalised ones. */
export function writeUsage(usages: readonly Usage[]): Record<string, unknown> {
  const only = usages.length === 1 ? usages[0] : undefined
  const raw = isLoose(only?.raw) && tokenCount(only.raw.prompt_tokens) !== undefined ? only.raw : {}
  let input = 0
  let output = 0
  let reasoning: number | undefined
  let cached: number | undefined
  let intoCache = 0
  let total: number | undefined
  let isEstimated = false
  for (const usage of usages) {
    const whole = wholeInput(usage)
    // The choices share the prompt.
    input = Math.max(input, whole.input)
    intoCache = Math.max(intoCache, whole.written)
    total = whole.total
    output += usage.output?.value ?? 0
    if (usage.reasoning !== undefined) reasoning = (reasoning ?? 0) + usage.reasoning.value
    isEstimated ||= usage.reasoning?.source === 'estimated'
    cached ??= usage.cached?.value
  }
  const written: Record<string, unknown> = { ...raw, prompt_tokens: input, completion_tokens: output }
  written.total_tokens = (only && total) ?? input + output
  const [heard, spoken] = [only && audioTokens(only, 'input'), only && audioTokens(only, 'output')]
  if (cached !== undefined || intoCache > 0 || heard !== undefined)
    written.prompt_tokens_details = {
      ...asLoose(raw.prompt_tokens_details),
      ...(cached !== undefined && { cached_tokens: cached }),
      ...(intoCache > 0 && { cache_write_tokens: intoCache }),
      ...(heard !== undefined && { audio_tokens: heard }),
    }
  if (reasoning !== undefined || spoken !== undefined)
    written.completion_tokens_details = {
      ...asLoose(raw.completion_tokens_details),
      ...defined({ reasoning_tokens: reasoning, audio_tokens: spoken }),
    }
  // Details hold numbers only, which clients check (Agents SDK).
  if (isEstimated) written.reasoning_tokens_source = 'estimated'
  return written
}
