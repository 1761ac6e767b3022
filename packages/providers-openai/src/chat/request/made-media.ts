import type { Conversation, Message } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { isLoose } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'

/** Media fields of assistant messages: OpenAI's, and those of routers. */
const mediaFields = ['audio', 'images', 'videos']

/** Turns media that a model made into items, as in other formats. A format without a place for them then notes the loss. */
export function withMadeMedia(conversation: Conversation): Conversation {
  const messages = conversation.messages.map(withMedia)
  return messages.some((message, index) => message !== conversation.messages[index]) ? { ...conversation, messages } : conversation
}

function withMedia(message: Message): Message {
  if (message.role !== 'assistant' || message.extra?.wire !== WIRE) return message
  const { fields } = message.extra
  const media = mediaFields.flatMap((name): Item[] => {
    const value = fields[name]
    const isThere = Array.isArray(value) ? value.length > 0 : isLoose(value)
    return isThere ? [{ type: 'native', wire: WIRE, event: `message.${name}`, value }] : []
  })
  return media.length > 0 ? { ...message, items: [...message.items, ...media] } : message
}
