import type { Usage } from '@reason/core/parts'
import { asLoose, isLoose, type Loose } from '../values/loose.ts'
import { firstCount, tokenCount } from './usage.ts'

/** Token counts whose input includes cached tokens, as most providers count. */
export interface WholeInput {
  input: number
  /** Input tokens that were read from a cache. */
  cached: number
  /** Input tokens that were written to a cache, if the provider counts them separately. */
  written: number
  /** Absent if the provider reports none. */
  total?: number
}

/**
 * Adds cached tokens to the input where a provider excludes them. Most providers count tokens from a cache as input;
 * Anthropic and Amazon's Converse count both tokens read from and written to a cache separately. Clients subtract or add
 * the cached tokens to compute the cost of the rest.
 */
export function wholeInput({ input, output, cached, total, raw }: Usage): WholeInput {
  const { read, written, withinInput } = cacheCounts(Array.isArray(raw) ? raw : [raw])
  const beside = read + written
  const whole = (input?.value ?? 0) + beside
  return {
    input: whole,
    cached: cached?.value ?? read,
    written: written + withinInput,
    ...(total !== undefined && { total: beside === 0 ? total.value : Math.max(total.value, whole + (output?.value ?? 0)) }),
  }
}

/** Adds up the tokens that were read from a cache or written to it, and those written that OpenAI includes in the input. */
function cacheCounts(raws: readonly unknown[]): { read: number; written: number; withinInput: number } {
  const counts = { read: 0, written: 0, withinInput: 0 }
  for (const raw of raws) {
    if (!isLoose(raw)) continue
    const names = isAnthropic(raw) ? anthropicFields : converseFields
    counts.read += firstCount(raw, names.read) ?? 0
    counts.written += firstCount(raw, names.written) ?? 0
    counts.withinInput += firstCount(detailsOf(raw), writtenFields) ?? 0
  }
  return counts
}

/** Names of the tokens written at OpenAI and OpenRouter, LiteLLM, and DashScope. */
const writtenFields = ['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens']

const detailsOf = ({ prompt_tokens_details: chat, input_tokens_details: responses = chat }: Loose): Loose => asLoose(responses)

/** Converse's field names. The longer ones are older. */
const converseFields = {
  read: ['cacheReadInputTokens', 'cacheReadInputTokenCount'],
  written: ['cacheWriteInputTokens', 'cacheWriteInputTokenCount'],
}
const anthropicFields = { read: ['cache_read_input_tokens'], written: ['cache_creation_input_tokens'] }

/** True for Anthropic's counts. Servers that count like OpenAI may use Anthropic's cache fields as well. */
const isAnthropic = (raw: Loose): boolean =>
  tokenCount(raw.input_tokens) !== undefined && raw.input_tokens_details === undefined && raw.total_tokens === undefined
