import type { Effort } from '@reason/core/conversation'
import { matchModel } from '@reason/core'
import type { Target } from '@reason/core/conversation'

/** How a family of models is told to think. */
export interface ModelRow {
  models: readonly string[]
  /**
   * `budget`: `enabled`, with a budget. `adaptive`: the model decides, and an effort says how much. `both`: it takes either; a budget is
   * deprecated there. `none`: it cannot think.
   */
  thinking: 'budget' | 'adaptive' | 'both' | 'none'
  /** Of `output_config.effort`, the lowest first. Absent: the field is refused. */
  efforts?: readonly Effort[]
  /** Whether it thinks when nothing is said. */
  default: 'off' | 'on'
  /** What of its thinking is shown when nothing is said. */
  shows: 'full' | 'summary' | 'none'
  /** Takes `display`. */
  display?: boolean
  /** Values of temperature, top_p and top_k other than the default are refused, with or without thinking. */
  fixedSampling?: boolean
  /** Temperature or top_p, not both. */
  oneOfSampling?: boolean
  /** For requests that do not say how long the output may be, which this format wants to know. */
  maxTokens: number
}

const upToMax = ['low', 'medium', 'high', 'max'] as const
const all = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** The pattern with more literal characters wins. */
const modelRows: readonly ModelRow[] = [
  // Later ones than those below.
  {
    models: ['*claude*'],
    thinking: 'adaptive',
    efforts: all,
    default: 'on',
    shows: 'none',
    display: true,
    fixedSampling: true,
    oneOfSampling: true,
    maxTokens: 16_384,
  },
  {
    models: ['*claude-opus-4-7*', '*claude-opus-4.7*', '*claude-opus-4-8*', '*claude-opus-4.8*', '*claude-opus-4-9*', '*claude-opus-4.9*'],
    thinking: 'adaptive',
    efforts: all,
    default: 'off',
    shows: 'none',
    display: true,
    fixedSampling: true,
    oneOfSampling: true,
    maxTokens: 16_384,
  },
  {
    models: ['*claude-opus-4-6*', '*claude-opus-4.6*', '*claude-sonnet-4-6*', '*claude-sonnet-4.6*'],
    thinking: 'both',
    efforts: upToMax,
    default: 'off',
    shows: 'summary',
    display: true,
    oneOfSampling: true,
    maxTokens: 16_384,
  },
  {
    models: ['*claude-opus-4-5*', '*claude-opus-4.5*'],
    thinking: 'budget',
    efforts: ['low', 'medium', 'high'],
    default: 'off',
    shows: 'summary',
    display: true,
    oneOfSampling: true,
    maxTokens: 16_384,
  },
  {
    models: [
      '*claude-opus-4-1*',
      '*claude-opus-4.1*',
      '*claude-sonnet-4-5*',
      '*claude-sonnet-4.5*',
      '*claude-haiku-4-5*',
      '*claude-haiku-4.5*',
    ],
    thinking: 'budget',
    default: 'off',
    shows: 'summary',
    display: true,
    oneOfSampling: true,
    maxTokens: 16_384,
  },
  {
    models: ['*claude-opus-4*', '*claude-sonnet-4*', '*claude-4*'],
    thinking: 'budget',
    default: 'off',
    shows: 'summary',
    display: true,
    maxTokens: 16_384,
  },
  { models: ['*claude-3-7*', '*claude-3.7*'], thinking: 'budget', default: 'off', shows: 'full', maxTokens: 16_384 },
  { models: ['*claude-3-5*', '*claude-3.5*'], thinking: 'none', default: 'off', shows: 'full', maxTokens: 8192 },
  { models: ['*claude-3*', '*claude-2*', '*claude-instant*'], thinking: 'none', default: 'off', shows: 'full', maxTokens: 4096 },
]

/** Servers of other makers that speak the format: they know the switch, and most of them overlook the budget. */
const othersRow: ModelRow = { models: [], thinking: 'budget', default: 'off', shows: 'full', maxTokens: 16_384 }

/** Whether Anthropic's own rules hold. An unknown name at an unknown place may stand for Claude, whose rules are the stricter ones. */
export function isClaude({ provider, model }: Pick<Target, 'provider' | 'model'>): boolean {
  if (/claude/i.test(model)) return true
  return !(provider !== undefined && otherProviders.test(provider)) && matchModel(otherModels, model) < 0
}

const otherProviders =
  /^(?:ollama|llama-?cpp|llama-server|lm-?studio|vllm|sglang|minimax|moonshot(?:ai)?|kimi|deepseek|z-?ai|zhipu(?:ai)?|dashscope|alibaba|qwen)$/i
const otherModels = ['*minimax*', '*kimi*', '*deepseek*', 'glm*', '*/glm*', '*qwen*', '*gpt-oss*', '*llama*', '*gemma*', '*mistral*']

export function modelRowOf(target: Pick<Target, 'provider' | 'model'>): ModelRow {
  if (!isClaude(target)) return othersRow
  let [best] = modelRows
  let fit = -1
  for (const row of modelRows) {
    const found = matchModel(row.models, target.model)
    if (found > fit) [best, fit] = [row, found]
  }
  return best!
}
