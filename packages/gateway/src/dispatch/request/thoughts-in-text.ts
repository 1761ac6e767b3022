import type { Part } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { Channel } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import type { LeadingThought } from '@reason/core/wire'
import { asObject } from '../../json.ts'

/** How texts of the model are split. */
export type TextSplit = Pick<Resolution, 'adapter' | 'context'>

/**
 * The thought that a message of the history begins with, as the model's format marks it. Delimiters further in are text: an answer may
 * speak of them.
 *
 * @returns Undefined for a text that begins otherwise, without any delimiter, or with calls in it, which stay where they are.
 */
export function leadingThought(text: string, { adapter, context }: TextSplit): LeadingThought | undefined {
  if (text.trim() === '') return undefined
  // A text of the history, and none that a server has just sent.
  const { origin: _, ...ofModel } = context
  const splitter = adapter.createSplitter({ ...ofModel, whole: true })
  const parts = [...splitter.push(text), ...splitter.end()]
  if (parts.some(({ type }) => type === 'tool-call-start')) return undefined
  const segments = segmentsOf(parts)
  const at = segments.findIndex(({ channel, text: said }) => channel === 'reasoning' || said.trim() !== '')
  const thought = segments[at]
  const rest = segments.slice(at + 1)
  if (thought?.channel !== 'reasoning' || !isDelimited(parts, rest[0]?.part)) return undefined
  // Of one answer alone the splitter knows what is text; behind further thoughts the text stays as it is.
  const answer = rest.length > 1 ? text.slice(rest[0]!.start) : (rest[0]?.text ?? '')
  return { reasoning: thought.text.trim(), answer: answer.trimStart() }
}

interface Segment {
  channel: Channel
  text: string
  /** Where it begins in the text that was split. */
  start: number
  /** Its first part. */
  part: number
}

/** A splitter gives all of its text back, as text or as markup: so the places of both are known. */
function segmentsOf(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = []
  let start = 0
  for (const [index, part] of parts.entries()) {
    if (part.type === 'block-start') segments.push({ channel: part.channel, text: '', start, part: index })
    if (part.type !== 'delta' && part.type !== 'markup') continue
    start += part.text.length
    if (part.type === 'delta') segments.at(-1)!.text += part.text
  }
  return segments
}

/** A model that thinks in any case has its plain answer taken for a thought: without a delimiter that proves nothing. */
const isDelimited = (parts: readonly Part[], end: number | undefined): boolean =>
  parts.slice(0, end).some((part) => part.type === 'markup' && part.of === 'delimiter')

/**
 * A conversation in which thoughts of the history stand apart from texts.
 *
 * @param isRepeated - The gateway has put each thought into its text: beside the thought itself it is left out there.
 */
export function withThoughtsApart(conversation: Conversation, split: TextSplit, isRepeated = false): Conversation {
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant' ? withThoughtApart(message, split, isRepeated) : message,
  )
  return messages.some((message, index) => message !== conversation.messages[index]) ? { ...conversation, messages } : conversation
}

function withThoughtApart(message: AssistantMessage, split: TextSplit, isRepeated: boolean): AssistantMessage {
  const { items } = message
  const blocks = items.filter((item) => item.type === 'block')
  const answer = blocks.find(({ channel, kind }) => channel === 'answer' && kind === undefined)
  const hasThought = blocks.some(({ channel, text }) => channel === 'reasoning' && text !== '')
  if (answer === undefined || isInParts(items) || (hasThought && !isRepeated)) return message
  const found = leadingThought(answer.text, split)
  if (found === undefined) return message
  const thought: Block[] =
    found.reasoning === '' || hasThought ? [] : [{ type: 'block', channel: 'reasoning', text: found.reasoning, boundary: 'wire' }]
  const said: Block[] = found.answer === '' ? [] : [{ ...answer, text: found.answer }]
  return { ...message, items: items.flatMap((item) => (item === answer ? [...thought, ...said] : [item])) }
}

/** Parts of a content name their blocks by number. */
const isInParts = (items: AssistantMessage['items']): boolean =>
  items.some((item) => item.type === 'native' && item.event === 'replay.message' && 'content' in asObject(item.value))
