import { matchModel } from '@reason/core'
import type { Target } from '@reason/core/conversation'
import { claudeRowOf, type ThinkingRow } from '@reason/core/wire-kit'

/** Servers of other makers that speak the format: they know the switch, and most of them overlook the budget. */
const unknownRow: ThinkingRow = { models: [], thinking: 'budget', default: 'unknown', shows: 'full' }

/** The pattern with more literal characters wins. */
const otherRows: readonly ThinkingRow[] = [
  unknownRow,
  { ...unknownRow, models: ['*minimax*'], thinking: 'adaptive' },
  { ...unknownRow, models: ['*minimax-m2*', '*kimi*thinking*', '*kimi-k3*', '*gpt-oss*'], default: 'always' },
]

/** Whether Anthropic's own rules hold. An unknown name at an unknown place may stand for Claude, whose rules are the stricter ones. */
export function isClaude({ provider, model }: Pick<Target, 'provider' | 'model'>): boolean {
  if (/claude/i.test(model)) return true
  return !(provider !== undefined && otherProviders.test(provider)) && matchModel(otherModels, model) < 0
}

const otherProviders =
  /^(?:ollama|llama-?cpp|llama-server|lm-?studio|vllm|sglang|minimax|moonshot(?:ai)?|kimi|deepseek|z-?ai|zhipu(?:ai)?|dashscope|alibaba|qwen)$/i
const otherModels = ['*minimax*', '*kimi*', '*deepseek*', 'glm*', '*/glm*', '*qwen*', '*gpt-oss*', '*llama*', '*gemma*', '*mistral*']

export function modelRowOf(target: Pick<Target, 'provider' | 'model'>): ThinkingRow {
  if (isClaude(target)) return claudeRowOf(target.model)
  let best = unknownRow
  let fit = -1
  for (const row of otherRows) {
    const found = matchModel(row.models, target.model)
    if (found > fit) [best, fit] = [row, found]
  }
  return best
}
