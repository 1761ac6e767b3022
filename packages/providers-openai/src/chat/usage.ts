import type { Count, Usage } from '@reason/core'
import { isLoose, type Loose } from '@reason/core/wire-kit'

export interface UsageContext {
  /** The dialect leaves reasoning out of `completion_tokens`, unless the totals prove otherwise. */
  outputExcludesReasoning: boolean
  /** Reasoning was seen: a count of 0 cannot be true. */
  reasoned: boolean
}

/** The object with the counts: `usage`, or a field of Groq's own in its streams, where `usage` comes only if asked for. */
export function findUsage(event: Loose): Loose | undefined {
  if (event.usage === undefined && event.x_groq === undefined) return undefined
  return [event.usage, field(event.x_groq, 'usage')].find(isCounts)
}

const isCounts = (value: unknown): value is Loose =>
  isLoose(value) && [...inputFields, ...outputFields, 'total_tokens'].some((name) => number(value[name]) !== undefined)

const inputFields = ['prompt_tokens', 'input_tokens']
const outputFields = ['completion_tokens', 'output_tokens']

/** Token counts of any dialect, normalised: `output` includes reasoning. `raw` keeps the provider's object. */
export function readUsage(raw: Loose, { outputExcludesReasoning, reasoned }: UsageContext): Usage {
  const input = first(raw, inputFields)
  const visible = first(raw, outputFields)
  const total = number(raw.total_tokens)
  const reasoning =
    number(field(raw.completion_tokens_details, 'reasoning_tokens')) ??
    number(field(raw.output_tokens_details, 'reasoning_tokens')) ??
    number(raw.reasoning_tokens) // SGLang
  const cached =
    number(field(raw.prompt_tokens_details, 'cached_tokens')) ??
    number(field(raw.input_tokens_details, 'cached_tokens')) ??
    number(raw.prompt_cache_hit_tokens) ?? // DeepSeek
    number(raw.cached_tokens) ??
    number(raw.cache_read_input_tokens)

  const excluded = isExcluded({ input, visible, reasoning, total }, outputExcludesReasoning)
  const output = visible !== undefined && excluded ? visible + (reasoning ?? 0) : visible
  const usage: Usage = { raw }
  if (input !== undefined) usage.input = reported(input)
  if (output !== undefined) usage.output = reported(output)
  if (reasoning !== undefined) {
    const impossible = (reasoning === 0 && reasoned) || (output !== undefined && reasoning > output)
    usage.reasoning = { value: reasoning, source: impossible ? 'implausible' : 'reported' }
  }
  if (cached !== undefined) usage.cached = reported(cached)
  if (total !== undefined) usage.total = reported(total)
  return usage
}

interface Numbers {
  input: number | undefined
  visible: number | undefined
  reasoning: number | undefined
  total: number | undefined
}

/** Whether reasoning is to be added to the output: as the totals prove, else as the dialect is known to count. */
function isExcluded({ input, visible, reasoning, total }: Numbers, byDialect: boolean): boolean {
  if (reasoning === undefined || reasoning === 0) return false
  if (input !== undefined && visible !== undefined && total !== undefined) {
    if (total === input + visible + reasoning) return true
    if (total === input + visible) return false
  }
  return byDialect
}

/** OpenAI's object, whatever the wire was: its own fields stay, the counts are the normalised ones. */
export function writeUsage(usages: readonly Usage[]): Record<string, unknown> {
  const [only] = usages
  const raw = usages.length === 1 && isLoose(only!.raw) && number(only!.raw.prompt_tokens) !== undefined ? only!.raw : {}
  const input = Math.max(0, ...usages.map((usage) => usage.input?.value ?? 0))
  const output = sum(usages, (usage) => usage.output)
  const reasoning = usages.some((usage) => usage.reasoning !== undefined) ? sum(usages, (usage) => usage.reasoning) : undefined
  const cached = usages.find((usage) => usage.cached !== undefined)?.cached?.value
  const total = usages.length === 1 ? (only!.total?.value ?? input + output) : input + output
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

const first = (raw: Loose, names: readonly string[]): number | undefined =>
  names.map((name) => number(raw[name])).find((value) => value !== undefined)

const field = (value: unknown, name: string): unknown => (isLoose(value) ? value[name] : undefined)

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

const reported = (value: number): Count => ({ value, source: 'reported' })
