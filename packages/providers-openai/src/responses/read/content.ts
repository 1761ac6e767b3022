import { isEmpty, isLoose } from '@reason/wire-kit'
import type { TextList } from './texts.ts'

/** An element of a list of contents or summaries. */
export interface ItemContent {
  list: TextList
  /** True if the part's type marks it as reasoning. */
  raw: boolean
  /** Undefined for a part that is not text. */
  text: string | undefined
  value: unknown
}

/**
 * Reads the texts of an item, in order. A string in place of a list or a part counts as text.
 *
 * @param of - The summary, or the type of the item that has the content. In reasoning, every text is reasoning.
 * @returns One piece for each element, and undefined for an empty element.
 */
export function readParts(value: unknown, of: 'summary' | 'reasoning' | 'message'): (ItemContent | undefined)[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return list.map((part) => (isEmpty(part) ? undefined : readPart(part, of)))
}

function readPart(value: unknown, of: 'summary' | 'reasoning' | 'message'): ItemContent {
  const piece = (text: unknown, list: TextList, raw = false): ItemContent => ({
    list,
    raw,
    text: typeof text === 'string' ? text : undefined,
    value,
  })
  if (of === 'summary') return piece(isLoose(value) ? value.text : value, 'summary')
  if (!isLoose(value)) return piece(value, 'content')
  if (value.type === 'refusal') return piece(value.refusal, 'refusal')
  if (value.type === 'reasoning_text' || value.type === 'summary_text') return piece(value.text, 'content', true)
  const isText = of === 'reasoning' || value.type === undefined || value.type === 'output_text' || value.type === 'text'
  return piece(isText ? value.text : undefined, 'content')
}
