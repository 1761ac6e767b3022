import type { FinishPart, Refusal } from '@reason/core/parts'
import { isText } from './loose.ts'

/** Categories that providers list: Anthropic's, Google's reasons to block, and those of Azure's filters. Words that are not here may be anything. */
const categories: ReadonlySet<string> = new Set([
  'cyber',
  'bio',
  'frontier_llm',
  'reasoning_extraction',
  'general_harms',
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'JAILBREAK',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'OTHER',
  'hate',
  'sexual',
  'violence',
  'self_harm',
  'jailbreak',
  'indirect_attack',
  'protected_material_text',
  'protected_material_code',
  'sensitive',
])

/** What providers say of a refusal; undefined where they say nothing. */
export function refusalOf(category: unknown, explanation?: unknown): Refusal | undefined {
  if (!isText(category) && !isText(explanation)) return undefined
  return { ...(isText(category) && { category }), ...(isText(explanation) && { explanation }) }
}

/** A refusal for a client that may not see all that a provider says: its category, where that is a word of a list. */
export function bareRefusal({ category }: Refusal): Refusal | undefined {
  return category !== undefined && categories.has(category) ? { category } : undefined
}

/**
 * A refusal as a text, for formats that have one in place of an answer: an empty one would look like a fault of the client. Undefined: it
 * was none, or its text has been said.
 *
 * @param said - What the generation has said: a text of its own that refuses, or an answer.
 */
export function refusalText({ reason, refusal }: FinishPart, said: { refused: boolean; answered: boolean }): string | undefined {
  const isRefused = reason === 'refusal'
  if (said.refused || (refusal === undefined && !isRefused && reason !== 'content-filter')) return undefined
  // An answer that was cut off by a filter stays one; one that a model takes back does not.
  if (said.answered && (refusal === undefined || !isRefused)) return undefined
  const { category, explanation } = refusal ?? {}
  const whose = category === undefined ? '' : ` (category: ${category})`
  return explanation === undefined
    ? `${isRefused ? 'The model refused to answer' : 'The provider withheld the answer'}${whose}.`
    : `${explanation}${whose}`
}
