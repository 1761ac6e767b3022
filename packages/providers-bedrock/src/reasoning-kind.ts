import type { BlockKind } from '@reason/core/parts'

/**
 * Derives the kind of reasoning from a model's name. Claude 3.7 and models with open weights show raw reasoning; every
 * later Claude shows a summary that another model wrote. For other models (Nova, which may send a placeholder) the kind
 * is unknown.
 */
export function reasoningKindOf(model: string | undefined): BlockKind | undefined {
  const name = model?.toLowerCase() ?? ''
  if (name.includes('claude')) return /claude-3[-.]7/.test(name) ? 'raw' : 'summary'
  return /gpt-oss|deepseek|kimi|qwen|minimax/.test(name) ? 'raw' : undefined
}
