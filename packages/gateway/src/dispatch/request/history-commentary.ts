import type { Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'

/**
 * Removes commentary of finished turns, as Harmony's own template does. The turn after the last answer is not finished, so its commentary
 * stays. Commentary of a message with pending calls stays too, as does a message that would become empty. Each removed item has a note.
 */
export function withoutOldCommentary(conversation: Conversation): { conversation: Conversation; notes: readonly string[] } {
  const lastAnswer = conversation.messages.findLastIndex((message) => message.role === 'assistant' && hasAnswer(message))
  const notes: string[] = []
  const messages = conversation.messages.map((message, index) => (isFinished(message, index) ? shortened(message, index) : message))
  return notes.length === 0 ? { conversation, notes } : { conversation: { ...conversation, messages }, notes }

  function isFinished(message: Message, index: number): message is AssistantMessage {
    if (message.role !== 'assistant' || index > lastAnswer) return false
    return index < lastAnswer || !message.items.some(({ type }) => type === 'tool-call')
  }

  function shortened(message: AssistantMessage, index: number): AssistantMessage {
    const items = message.items.filter((item) => !isCommentary(item))
    if (items.length === message.items.length || items.length === 0) return message
    for (const item of message.items) if (isCommentary(item)) notes.push(`message ${index}, commentary dropped: the turn is over`)
    return { ...message, items }
  }
}

const isCommentary = (item: Item): boolean => item.type === 'block' && item.channel === 'commentary'

const hasAnswer = ({ items }: AssistantMessage): boolean =>
  items.some((item) => item.type === 'block' && item.channel === 'answer' && item.text !== '')
