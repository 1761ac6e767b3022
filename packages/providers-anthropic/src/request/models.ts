import { matchKnownModel } from '@reason/core/adapter'
import type { Target } from '@reason/core/conversation'
import { claudeRowOf, type ThinkingRow } from '@reason/claude'
import { bestRow } from '@reason/wire-kit'
import { isLoose } from './fields.ts'

interface OtherRow extends ThinkingRow {
  /** Types of `thinking` that providers of these models refuse. */
  refuses?: { providers: readonly string[]; types: readonly ('enabled' | 'adaptive')[] }
  /** While the model thinks, with tools, each assistant message must have a thinking block, which may be empty. */
  wantsThinking?: boolean
}

/** Row of other makers' servers that speak the format. These servers know the switch, and most of them ignore the budget. */
const unknownRow: OtherRow = { models: [], thinking: 'budget', default: 'unknown', shows: 'full' }

/** Efforts of Anthropic's API. DeepSeek maps them to three levels. */
const anyEffort = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/**
 * Models that read `output_config.effort` and ignore the budget.
 *
 * @see https://api-docs.deepseek.com/guides/anthropic_api ("budget_tokens is ignored", "Only effort is supported"); for
 * Z.ai as measured
 */
const byEffort = { efforts: ['low', 'high', 'max'], overlooksBudget: true } as const

const miniMax = { ...unknownRow, thinking: 'adaptive', refuses: { providers: ['minimax'], types: ['enabled'] } } as const
const deepSeek = { ...unknownRow, ...byEffort, efforts: anyEffort }

/** The pattern with more literal characters wins. */
const otherRows: readonly OtherRow[] = [
  unknownRow,
  // `Only 'enabled' and 'disabled' are supported for thinking; 'adaptive' is not supported.`
  { ...unknownRow, models: ['*qwen*'], refuses: { providers: ['dashscope'], types: ['adaptive'] } },
  // Reported: M3 accepts only adaptive or disabled. `requires adaptive thinking` (M3.1).
  { ...miniMax, models: ['*minimax*'], since: 3.1, efforts: anyEffort, default: 'always' },
  { ...miniMax, models: ['*minimax*'] },
  { ...unknownRow, models: ['*minimax-m2*', '*kimi*thinking*', '*gpt-oss*'], default: 'always' },
  // `The content[].thinking in the thinking mode must be passed back to the API.` Kimi's own endpoint says the same.
  { ...unknownRow, models: ['*kimi-k2-thinking*'], default: 'always', wantsThinking: true },
  { ...unknownRow, models: ['*kimi*'], since: 3, default: 'always', wantsThinking: true },
  { ...unknownRow, models: ['*kimi*'], since: 2.5, wantsThinking: true },
  { ...deepSeek, models: ['*deepseek-flash*'], wantsThinking: true },
  { ...deepSeek, models: ['*deepseek*'], since: 3.2, wantsThinking: true },
  { ...deepSeek, models: ['*deepseek*'] },
  { ...unknownRow, ...byEffort, models: ['glm*', '*/glm*'], since: 5.3, default: 'always' },
  { ...unknownRow, ...byEffort, models: ['glm*', '*/glm*'], since: 5 },
]

/** True if the provider is known to refuse some of Anthropic's thinking settings. */
export const refusesThinking = (provider: string | undefined): boolean =>
  provider !== undefined && otherRows.some(({ refuses }) => refuses?.providers.includes(provider) === true)

/** True if Anthropic's own rules apply. An unknown name at an unknown provider may stand for Claude, whose rules are stricter. */
export function isClaude({ provider, model }: Pick<Target, 'provider' | 'model'>): boolean {
  if (/claude/i.test(model)) return true
  return !(provider !== undefined && otherProviders.test(provider)) && matchKnownModel(otherModels, model) < 0
}

const otherProviders =
  /^(?:ollama|llama-?cpp|llama-server|lm-?studio|vllm|sglang|minimax|moonshot(?:ai)?|kimi|deepseek|z-?ai|zhipu(?:ai)?|dashscope|alibaba|qwen|modelscope|siliconflow|volcengine|xiaomi)$/i
const otherModels = '*minimax* *kimi* *deepseek* glm* */glm* *qwen* *gpt-oss* *llama* *gemma* *mistral* *doubao* mimo* */mimo*'.split(' ')

/** True for thinking settings that the provider is known to refuse for the model. */
export function isRefused({ provider, model }: Pick<Target, 'provider' | 'model'>, thinking: unknown): boolean {
  const { refuses } = modelRowOf({ ...(provider !== undefined && { provider }), model })
  const type = isLoose(thinking) ? thinking.type : undefined
  return refuses !== undefined && provider !== undefined && refuses.providers.includes(provider) && refuses.types.includes(type as never)
}

/** Support for strict schemas: `none`, `partly` (some keywords are refused), or `any`. */
export type Binding = 'none' | 'partly' | 'any'

/** Returns the support for strict schemas. Other servers ignore such schemas, or accept any. */
export function bindingOf(target: Pick<Target, 'provider' | 'model'>): Binding {
  if (!isClaude(target)) return 'any'
  return modelRowOf(target).noSchema === true ? 'none' : 'partly'
}

export function modelRowOf(target: Pick<Target, 'provider' | 'model'>): OtherRow {
  return isClaude(target) ? claudeRowOf(target.model) : (bestRow(otherRows, target.model) ?? unknownRow)
}
