import type { Usage } from '@reason/core/parts'
import { asLoose, firstCount, isLoose, reportedUsage, tokenCount, type Loose } from '@reason/wire-kit'

export interface UsageContext {
  /** True if the dialect excludes reasoning from `completion_tokens`, unless the totals prove otherwise. */
  outputExcludesReasoning: boolean
  /** True if reasoning other than a summary was seen. A count of 0 is then implausible. */
  reasoned: boolean
}

/** Finds the object with the counts: `usage`, or Groq's own field in streams, which have `usage` only on request. */
export function findUsage(event: Loose): Loose | undefined {
  if (event.usage === undefined && event.x_groq === undefined) return undefined
  if (isCounts(event.usage)) return event.usage
  const own = asLoose(event.x_groq).usage
  return isCounts(own) ? own : undefined
}

const isCounts = (value: unknown): value is Loose => isLoose(value) && firstCount(value, countFields) !== undefined

const inputFields = ['prompt_tokens', 'input_tokens']
const outputFields = ['completion_tokens', 'output_tokens']
const countFields = [...inputFields, ...outputFields, 'total_tokens']

/** Reads token counts of any dialect, normalised: `output` includes reasoning. `raw` keeps the provider's object. */
export function readUsage(raw: Loose, { outputExcludesReasoning, reasoned }: UsageContext): Usage {
  const input = firstCount(raw, inputFields)
  const visible = firstCount(raw, outputFields)
  const total = tokenCount(raw.total_tokens)
  const reasoning =
    tokenCount(asLoose(raw.completion_tokens_details).reasoning_tokens) ??
    tokenCount(asLoose(raw.output_tokens_details).reasoning_tokens) ??
    tokenCount(raw.reasoning_tokens) // SGLang
  const cached =
    tokenCount(asLoose(raw.prompt_tokens_details).cached_tokens) ??
    tokenCount(asLoose(raw.input_tokens_details).cached_tokens) ??
    tokenCount(raw.prompt_cache_hit_tokens) ?? // DeepSeek
    tokenCount(raw.cached_tokens) ??
    tokenCount(raw.cache_read_input_tokens)

  const all = total !== undefined && input !== undefined ? total - input : 0
  const isBeside = isExcluded({ input, visible, reasoning, total }, outputExcludesReasoning)
  return reportedUsage(raw, {
    input,
    // Baseten counts fewer output tokens than reasoning, and only the total is right.
    output: visible !== undefined && reasoning !== undefined && visible < reasoning && reasoning === all ? all : visible,
    reasoning,
    cached,
    // A total of what is visible is none.
    total: isBeside && total === (input ?? 0) + (visible ?? 0) ? undefined : total,
    outputExcludesReasoning: isBeside,
    reasoningVisible: reasoned,
  })
}

interface Numbers {
  input: number | undefined
  visible: number | undefined
  reasoning: number | undefined
  total: number | undefined
}

/** Tells whether reasoning has to be added to the output: by the totals if they prove it, else by the dialect. */
function isExcluded({ input, visible, reasoning, total }: Numbers, byDialect: boolean): boolean {
  if (reasoning === undefined || reasoning === 0) return false
  if (input !== undefined && visible !== undefined && total !== undefined) {
    if (total === input + visible + reasoning) return true
    // The total of Perplexity lacks the reasoning of deep research.
    if (total === input + visible) return byDialect && reasoning > visible
  }
  return byDialect
}
