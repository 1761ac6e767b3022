import type { Usage } from '@reason/core/parts'
import { isLoose, type Loose } from '../values/loose.ts'
import { tokenCount } from './usage.ts'

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
  const raws = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]
  const [read, written] = [countAll(raws, 'read'), countAll(raws, 'written')]
  const beside = read + written
  const whole = (input?.value ?? 0) + beside
  return {
    input: whole,
    cached: cached?.value ?? read,
    written: written + withinInput(raws),
    ...(total !== undefined && { total: beside === 0 ? total.value : Math.max(total.value, whole + (output?.value ?? 0)) }),
  }
}

/** Returns the tokens written to a cache that OpenAI includes in the input. */
const withinInput = (raws: readonly unknown[]): number =>
  raws.reduce<number>((all, raw) => all + (isLoose(raw) ? writtenIn(detailsOf(raw)) : 0), 0)

/** Names of this count at OpenAI and OpenRouter, LiteLLM, and DashScope. */
const writtenFields = ['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens']

const writtenIn = (details: Loose): number =>
  writtenFields.map((name) => tokenCount(details[name])).find((count) => count !== undefined) ?? 0

const detailsOf = ({ prompt_tokens_details: chat, input_tokens_details: responses = chat }: Loose): Loose =>
  isLoose(responses) ? responses : {}

/** Converse's field names. The longer ones are older. */
const converseFields = {
  read: ['cacheReadInputTokens', 'cacheReadInputTokenCount'],
  written: ['cacheWriteInputTokens', 'cacheWriteInputTokenCount'],
}
const anthropicFields = { read: ['cache_read_input_tokens'], written: ['cache_creation_input_tokens'] }

const countAll = (raws: readonly unknown[], which: 'read' | 'written'): number =>
  raws.reduce<number>((all, raw) => all + (isLoose(raw) ? countOf(raw, which) : 0), 0)

function countOf(raw: Loose, which: 'read' | 'written'): number {
  const names = isAnthropic(raw) ? anthropicFields[which] : converseFields[which]
  return names.map((name) => tokenCount(raw[name])).find((count) => count !== undefined) ?? 0
}

/** True for Anthropic's counts. Servers that count like OpenAI may use Anthropic's cache fields as well. */
const isAnthropic = (raw: Loose): boolean =>
  tokenCount(raw.input_tokens) !== undefined && raw.input_tokens_details === undefined && raw.total_tokens === undefined
