import type { Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import type { MessageCounts } from './sink.ts'
import { isList, isLoose, reportedUsage, tokenCount, wholeInput, type Loose } from '@reason/wire-kit'

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
      // The object may go to a client as it is.
      const said = Object.entries(value).map(([name, one]) => [name, name.endsWith('_tokens') ? tokenCount(one) : one] as const)
      raw = { ...raw, ...Object.fromEntries(said.filter(([name, one]) => one !== undefined && one !== null && !isLapse(name, one, raw))) }
      const details = isLoose(raw.output_tokens_details) ? raw.output_tokens_details : {}
      const beside = besideMessage(raw.iterations)
      const usage = reportedUsage(raw, {
        input: sum(tokenCount(raw.input_tokens), beside.input),
        output: sum(tokenCount(raw.output_tokens), beside.output),
        reasoning: tokenCount(details.thinking_tokens),
        cached: tokenCount(raw.cache_read_input_tokens),
        total: tokenCount(raw.total_tokens),
        reasoningVisible: rawShown,
      })
      return Object.keys(usage).length > 1 ? usage : undefined
    },
  }
}

const sum = (count: number | undefined, more: number): number | undefined => (count === undefined ? undefined : count + more)

/**
 * Returns the tokens of compactions, which are billed but not part of the counts beside `iterations`. Their cached tokens count as input,
 * because the counts of cached tokens describe the prompt. Advisors are another model, with prices of its own, and do not count.
 */
function besideMessage(iterations: unknown): { input: number; output: number } {
  const all = { input: 0, output: 0 }
  if (!isList(iterations)) return all
  for (const one of iterations) {
    if (!isLoose(one) || one.type !== 'compaction') continue
    for (const name of ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']) all.input += tokenCount(one[name]) ?? 0
    all.output += tokenCount(one.output_tokens) ?? 0
  }
  return all
}

/** True for a 0 that replaces an earlier count of the prompt, as some proxies send. Prompt counts cannot shrink. */
const isLapse = (name: string, count: unknown, before: Loose): boolean =>
  count === 0 && name.endsWith('input_tokens') && (tokenCount(before[name]) ?? 0) > 0

/** Mark of estimated input tokens. */
export const estimated = { input_tokens_source: 'estimated' }

/**
 * Usage of an upstream that reports none, or reports it at the end of a stream. Clients show the input as the size of the context. The mark of the
 * estimate stands beside the message: official clients keep each field of the first usage to the end.
 */
export function startingUsage({ estimateInput }: Pick<WriterOptions, 'estimateInput'>): MessageCounts {
  const input = estimateInput?.() ?? 0
  return { usage: { input_tokens: input, output_tokens: 0 }, isEstimated: input > 0 }
}

/**
 * Writes usage as Anthropic's object. Anthropic's own stays, and gets an estimate of visible thinking that it does not count. From other
 * wires, `input_tokens` excludes tokens read from or written to a cache, as Anthropic defines it. Counts that are not reported are 0, because
 * clients add the numbers up unchecked.
 */
export function writeUsage(usage: Usage | undefined): Record<string, unknown> {
  if (usage === undefined) return { input_tokens: 0, output_tokens: 0 }
  const { output, reasoning, cached, raw } = usage
  const thinking = reasoning && {
    output_tokens_details: { thinking_tokens: reasoning.value },
    ...(reasoning.source === 'estimated' && { thinking_tokens_source: 'estimated' }),
  }
  if (isLoose(raw) && tokenCount(raw.output_tokens) !== undefined && isOwn(raw)) {
    return { ...raw, input_tokens: tokenCount(raw.input_tokens) ?? 0, ...(reasoning?.source === 'estimated' && thinking) }
  }
  const { input, cached: fromCache, written } = wholeInput(usage)
  return {
    input_tokens: Math.max(0, input - fromCache - written),
    ...(written > 0 && { cache_creation_input_tokens: written }),
    ...(cached !== undefined && { cache_read_input_tokens: fromCache }),
    output_tokens: output?.value ?? 0,
    ...thinking,
  }
}

/** True for Anthropic's own usage. OpenAI's Responses use the same two names, but include cached tokens. */
const isOwn = (raw: Loose): boolean => raw.input_tokens_details === undefined && raw.total_tokens === undefined
