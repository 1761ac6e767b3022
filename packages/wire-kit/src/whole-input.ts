import type { Usage } from '@reason/core/parts'
import { isLoose, type Loose } from './loose.ts'
import { tokenCount } from './usage.ts'

/** Counts of an answer whose input has everything in it that the model read, as most providers count. */
export interface WholeInput {
  input: number
  /** Of the input, what came from a cache. */
  cached: number
  /** Of the input, what went into a cache, where that was counted by itself. */
  written: number
  /** Absent if the provider reports none. */
  total?: number
}

/**
 * Most providers count what came from a cache as a part of the input; Anthropic and Amazon's Converse have what came from it, and what went
 * into it, beside the input. Clients take the cached tokens off the input, or add them to it, to see what the rest costs.
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

/** OpenAI counts what went into a cache within the input. */
const withinInput = (raws: readonly unknown[]): number =>
  raws.reduce<number>((all, raw) => all + (isLoose(raw) ? (tokenCount(detailsOf(raw).cache_write_tokens) ?? 0) : 0), 0)

const detailsOf = ({ prompt_tokens_details: chat, input_tokens_details: responses = chat }: Loose): Loose =>
  isLoose(responses) ? responses : {}

/** Converse's names, of which the longer ones are older. */
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

/** Servers that count as OpenAI does may name what was cached as Anthropic does, too. */
const isAnthropic = (raw: Loose): boolean =>
  tokenCount(raw.input_tokens) !== undefined && raw.input_tokens_details === undefined && raw.total_tokens === undefined
