import type { AssistantMessage } from '@reason/core/conversation'
import type { Block, Item } from '@reason/core/result'
import { callsOf } from './calls.ts'
import { isAnswer, isReasoning } from './items.ts'

/** Whether a provider has thought in this message, or sealed something in it. */
export const hasThought = ({ items, seals = [] }: AssistantMessage): boolean =>
  seals.length > 0 || items.some((item) => ('seals' in item && item.seals!.length > 0) || isReasoning(item))

/** Whether the client got another answer than was recorded: reasoning that stood in the text has been split off, or something else was changed on the way. */
export const isChanged = ({ items }: AssistantMessage, answer: string): boolean =>
  items.filter(isAnswer).map(textOf).join('').trim() !== answer.trim()

/** What is sealed in the blocks of a message. */
interface SealedBlocks {
  /** How many blocks of reasoning. */
  sealed: number
  /** How many native items beside them. */
  natives: number
  /** The client brings arguments back as an object, and not as the model wrote them. */
  parsedArguments: boolean
}

/** Whether its sealed blocks have all that a provider wants back of a message. */
export function isWhollySealed({ items, seals = [] }: AssistantMessage, { sealed, natives, parsedArguments }: SealedBlocks): boolean {
  if (seals.length > 0) return false
  // What was split off a text goes back in it, to the character.
  if (!items.some(isReasoning)) return false
  const calls = callsOf(items)
  if (parsedArguments && !calls.every(isCanonical)) return false
  // Clients get a comment as reasoning and bring it back unsigned, which is left out. A turn that goes on needs it.
  if (calls.length > 0 && items.some(isCommentary)) return false
  const isLeft = (item: Item): boolean => 'seals' in item && item.seals !== undefined && !isReasoning(item)
  const isNative = ({ type }: Item): boolean => type === 'native'
  return !items.some(isLeft) && items.filter(isReasoning).length <= sealed && items.filter(isNative).length <= natives
}

/**
 * Nothing but the answer came after the reasoning that is sealed, or was not split when it was recorded. What a provider seals of a text
 * (Gemini, which also has a part without text for it), and says behind it, it can do without once the turn is over.
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

/** Says how a provider wrote a message. */
export const isLayout = (item: Item): boolean => item.type === 'native' && item.event.startsWith('replay.')

/** A native item that stands among the others, or says how they were written. Fields of the whole response (times, tiers) do not go back. */
export const hasPlace = (item: Item): boolean => item.type === 'native' && (item.item !== undefined || isLayout(item))

/** Log probabilities repeat every word of the text many times over, and no provider reads them. */
export const withoutLogprobs = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  items: message.items.filter((item) => item.type !== 'native' || !item.event.endsWith('logprobs')),
})

const isCommentary = (item: Item): boolean => item.type === 'block' && item.channel === 'commentary' && item.text !== ''

const textOf = ({ text }: Block): string => text

/** Whether arguments are as `JSON.stringify` writes them. */
function isCanonical({ arguments: text }: { arguments: string }): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}
