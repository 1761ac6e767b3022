import type { Count, Usage } from '@reason/core'
import { isLoose, tokenCount, wholeInput, type Loose } from '@reason/core/wire-kit'

/** OpenAI's object, whatever the wire was: its own fields stay, the counts are the normalised ones. */
export function writeUsage(usages: readonly Usage[]): Record<string, unknown> {
  const [only] = usages
  const raw = usages.length === 1 && isLoose(only!.raw) && tokenCount(only!.raw.prompt_tokens) !== undefined ? only!.raw : {}
  const inputs = usages.map(wholeInput)
  const input = Math.max(0, ...inputs.map((one) => one.input))
  const output = sum(usages, (usage) => usage.output)
  const reasoning = usages.some((usage) => usage.reasoning !== undefined) ? sum(usages, (usage) => usage.reasoning) : undefined
  const cached = usages.find((usage) => usage.cached !== undefined)?.cached?.value
  const total = usages.length === 1 ? (inputs[0]!.total ?? input + output) : input + output
  return {
    ...raw,
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
    ...(cached !== undefined && { prompt_tokens_details: { ...details(raw.prompt_tokens_details), cached_tokens: cached } }),
    ...(reasoning !== undefined && {
      completion_tokens_details: { ...details(raw.completion_tokens_details), reasoning_tokens: reasoning },
    }),
  }
}

const sum = (usages: readonly Usage[], of: (usage: Usage) => Count | undefined): number =>
  usages.reduce((all, usage) => all + (of(usage)?.value ?? 0), 0)

const details = (value: unknown): Loose => (isLoose(value) ? value : {})
