import type { BlockKind } from '@reason/core/parts'

/**
 * Claude 3.7 shows its thinking as it is; every later Claude shows a digest that another model wrote. The names of others
 * (servers and gateways that speak this format) tell nothing.
 *
 * @see Anthropic's page "Extended thinking", on differences between models
 */
export function thinkingKindOf(model: string | undefined): BlockKind | undefined {
  const name = model?.toLowerCase() ?? ''
  if (!name.includes('claude')) return undefined
  return /claude-3[-.]7/.test(name) ? 'raw' : 'summary'
}
