import type { FinishPart, Refusal } from '@reason/core/parts'
import { isText } from '../values/loose.ts'

/** Categories that providers document: Anthropic's, Google's block reasons, and those of Azure's filters. Any other word may be anything. */
const categories: ReadonlySet<string> = new Set([
  ...'cyber bio frontier_llm reasoning_extraction general_harms'.split(' '),
  ...'SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII MODEL_ARMOR JAILBREAK LANGUAGE OTHER'.split(' '),
  ...'IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION'.split(' '),
  ...'hate sexual violence self_harm jailbreak indirect_attack protected_material_text protected_material_code'.split(' '),
  'sensitive',
])

/** Creates a refusal from a provider's fields. Undefined if there are none. */
export function refusalOf(category: unknown, explanation?: unknown): Refusal | undefined {
  if (!isText(category) && !isText(explanation)) return undefined
  return { ...(isText(category) && { category }), ...(isText(explanation) && { explanation }) }
}

/** Reduces a refusal to its documented category, for a client that may not see the provider's explanation. */
export function bareRefusal({ category }: Refusal): Refusal | undefined {
  return category !== undefined && categories.has(category) ? { category } : undefined
}

/**
 * Returns a refusal as text, for formats that have one in place of an answer: an empty answer would look like an error
 * of the client. Undefined if nothing was refused, or if the text is already written.
 *
 * @param said - Content of the choice so far: a refusal text, or an answer.
 */
export function refusalText({ reason, refusal }: FinishPart, said: { refused: boolean; answered: boolean }): string | undefined {
  const isRefused = reason === 'refusal'
  if (said.refused || (refusal === undefined && !isRefused && reason !== 'content-filter')) return undefined
  // An answer that a filter cut off stays an answer. An answer that a model takes back does not.
  if (said.answered && (refusal === undefined || !isRefused)) return undefined
  const { category, explanation } = refusal ?? {}
  const whose = category === undefined ? '' : ` (category: ${category})`
  return explanation === undefined
    ? `${isRefused ? 'The model refused to answer' : 'The provider withheld the answer'}${whose}.`
    : `${explanation}${whose}`
}
