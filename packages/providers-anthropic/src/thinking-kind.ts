import type { BlockKind } from '@reason/core/parts'

/**
 * Derives the kind of thinking from a model's name. Claude 3.7 shows raw thinking; every later Claude shows a summary
 * that another model wrote. Names of other models (on servers and gateways of this format) imply nothing.
 *
 * @see Anthropic's page "Extended thinking", on differences between models
 */
export function thinkingKindOf(model: string | undefined): BlockKind | undefined {
  const name = model?.toLowerCase() ?? ''
  if (!name.includes('claude')) return undefined
  return /claude-3[-.]7/.test(name) ? 'raw' : 'summary'
}
