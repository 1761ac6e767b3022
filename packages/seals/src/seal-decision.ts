import type { AssistantMessage } from '@reason/core/conversation'
import type { Block, Item } from '@reason/core/result'
import { callsOf } from './calls.ts'
import { isAnswer, isCommentary, isReasoning } from './items.ts'
import { usualRecordBytes } from './options.ts'

/** True if the message has reasoning, seals of a provider, or commentary beside calls, which clients get as reasoning. */
export const hasThought = ({ items, seals = [] }: AssistantMessage): boolean =>
  seals.length > 0 ||
  items.some((item) => ('seals' in item && item.seals!.length > 0) || isReasoning(item)) ||
  (items.some(isCommentary) && callsOf(items).length > 0)

/** True if the client got another answer than the recorded one: reasoning was split off the text, or a stage changed the text. */
export const isChanged = ({ items }: AssistantMessage, answer: string): boolean =>
  items.filter(isAnswer).map(textOf).join('').trim() !== answer.trim()

/** Summary of the content that is sealed in the blocks of a message. */
interface SealedBlocks {
  /** Number of reasoning blocks. */
  sealed: number
  /** Number of native items beside them. */
  natives: number
  /** True if the client returns arguments as an object, and not as the model wrote them. */
  parsedArguments: boolean
}

/** True if the sealed blocks have everything that a provider wants back of a message. */
export function isWhollySealed({ items, seals = [] }: AssistantMessage, { sealed, natives, parsedArguments }: SealedBlocks): boolean {
  if (seals.length > 0) return false
  // Reasoning that was split off a text has to go back inside it, unchanged to the character.
  if (!items.some(isReasoning)) return false
  const calls = callsOf(items)
  if (parsedArguments && !calls.every(isCanonical)) return false
  // Clients get commentary as reasoning and return it unsigned, so that it is left out. A continuing turn needs it.
  if (calls.length > 0 && items.some(isCommentary)) return false
  const isLeft = (item: Item): boolean => 'seals' in item && item.seals !== undefined && !isReasoning(item)
  const isNative = ({ type }: Item): boolean => type === 'native'
  return !items.some(isLeft) && items.filter(isReasoning).length <= sealed && items.filter(isNative).length <= natives
}

/**
 * True if only the answer follows the sealed reasoning, or if the recorded text was not split. A provider's seals of a
 * text (Gemini has a part without text for them) and native items after the text are dispensable once the turn is over.
 *
 * @param isSealed - Whether reasoning was sealed before the answer.
 */
export function isAnswerLast({ items }: AssistantMessage, isSealed: boolean): boolean {
  const answered = items.findIndex(isAnswer)
  const said = items.filter(
    (item, at) => !isLayout(item) && !(at > answered && answered !== -1 && isReasoning(item) && textOf(item) === ''),
  )
  const from = said.findIndex((item) => item.type !== 'native' && !(isSealed && isReasoning(item)))
  const to = said.findLastIndex(({ type }) => type !== 'native') + 1
  return from !== -1 && said.slice(from, to).every(isAnswer)
}

/** True for a record of how a provider wrote a message. */
export const isLayout = (item: Item): boolean => item.type === 'native' && item.event.startsWith('replay.')

/**
 * True for a native item with a place among the others, or with a record of how they were written. Fields of the whole
 * response (times, tiers) do not go back.
 */
export const hasPlace = (item: Item): boolean => item.type === 'native' && (item.item !== undefined || isLayout(item))

/** Log probabilities repeat every word of the text many times over, and no provider reads them. */
export const withoutLogprobs = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  items: message.items.filter((item) => item.type !== 'native' || !item.event.endsWith('logprobs')),
})

const textOf = ({ text }: Block): string => text

/** True if arguments are formatted like `JSON.stringify` does. */
function isCanonical({ arguments: text }: { arguments: string }): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}

/** True if the message is longer than any record that is sealed. */
export function isTooLong({ items }: AssistantMessage): boolean {
  let chars = 0
  for (const item of items) chars += item.type === 'block' ? item.text.length : item.type === 'tool-call' ? item.arguments.length : 0
  return chars > usualRecordBytes
}
