import type { BlockKind } from '@reason/core/parts'

/**
 * Claude 3.7 and the models with open weights show their reasoning as it is; every later Claude shows a digest that another
 * model wrote. Of the rest (Nova, which may put a placeholder there) nothing is known.
 */
export function reasoningKindOf(model: string | undefined): BlockKind | undefined {
  const name = model?.toLowerCase() ?? ''
  if (name.includes('claude')) return /claude-3[-.]7/.test(name) ? 'raw' : 'summary'
  return /gpt-oss|deepseek|kimi|qwen|minimax/.test(name) ? 'raw' : undefined
}
