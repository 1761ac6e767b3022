import type { Usage } from '@reason/core'
import { isLoose, tokenCount, type Loose } from '@reason/core/wire-kit'

/** Counts of an answer, as OpenAI counts them. */
export interface WholeInput {
  input: number
  /** Absent: nobody said. */
  total?: number
}

/**
 * OpenAI counts what came from a cache as a part of the input; Anthropic and Amazon's Converse have what came from it, and what went into it,
 * beside the input. Clients take the cached tokens off the input to see what the rest costs.
 */
export function wholeInput({ input, output, total, raw }: Usage): WholeInput {
  const beside = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).reduce<number>((all, one) => all + cachedBeside(one), 0)
  const whole = (input?.value ?? 0) + beside
  if (total === undefined) return { input: whole }
  return { input: whole, total: beside === 0 ? total.value : Math.max(total.value, whole + (output?.value ?? 0)) }
}

function cachedBeside(raw: unknown): number {
  if (!isLoose(raw)) return 0
  return countAll(raw, converseFields) + (isAnthropic(raw) ? countAll(raw, anthropicFields) : 0)
}

/** Servers that count as OpenAI does may name what was cached as Anthropic does, too. */
const isAnthropic = (raw: Loose): boolean =>
  tokenCount(raw.input_tokens) !== undefined && raw.input_tokens_details === undefined && raw.total_tokens === undefined

const anthropicFields = ['cache_read_input_tokens', 'cache_creation_input_tokens']
const converseFields = ['cacheReadInputTokens', 'cacheWriteInputTokens']

const countAll = (raw: Loose, fields: readonly string[]): number => fields.reduce((all, field) => all + (tokenCount(raw[field]) ?? 0), 0)
