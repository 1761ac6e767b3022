import type { Part } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { Channel } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import type { LeadingThought } from '@reason/core/wire'
import { asObject } from '../../json.ts'

/** How texts of a model are split. */
export type TextSplit = Pick<Resolution, 'adapter' | 'context'>

/**
 * Finds the reasoning at the beginning of a message of the history, in the model's format. Delimiters further in are text: an answer may
 * mention them.
 *
 * @returns Undefined if the text has no such beginning, no delimiter, or contains tool calls, which stay in place.
 */
export function leadingThought(text: string, { adapter, context }: TextSplit): LeadingThought | undefined {
  if (text.trim() === '') return undefined
  // The text is from the history, not fresh from a server.
  const { origin: _, ...ofModel } = context
  const splitter = adapter.createSplitter({ ...ofModel, whole: true })
  const parts = [...splitter.push(text), ...splitter.end()]
  if (parts.some(({ type }) => type === 'tool-call-start')) return undefined
  const segments = segmentsOf(parts)
  const at = segments.findIndex(({ channel, text: said }) => channel === 'reasoning' || said.trim() !== '')
  const thought = segments[at]
  const rest = segments.slice(at + 1)
  if (thought?.channel !== 'reasoning' || !isDelimited(parts, rest[0]?.part)) return undefined
  // The splitter gives the text of a single answer. Behind further reasoning, the text stays as it is.
  const answer = rest.length > 1 ? text.slice(rest[0]!.start) : (rest[0]?.text ?? '')
  return { reasoning: thought.text.trim(), answer: answer.trimStart() }
}

interface Segment {
  channel: Channel
  text: string
  /** Offset of the segment in the split text. */
  start: number
  /** Index of its first part. */
  part: number
}

/** Computes segments and their offsets. A splitter returns all of its text, as text or as markup. */
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

/** True if a delimiter ends the reasoning. Without one, the plain answer of a model that always thinks would be taken for reasoning. */
const isDelimited = (parts: readonly Part[], end: number | undefined): boolean =>
  parts.slice(0, end).some((part) => part.type === 'markup' && part.of === 'delimiter')

/**
 * Moves reasoning in texts of the history into blocks of its own.
 *
 * @param isRepeated - The gateway wrote all reasoning into the texts. If a block with the reasoning exists too, the copy in the text is
 * removed.
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
