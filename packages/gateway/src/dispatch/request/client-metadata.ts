import { hasClientLines, withoutClientLines } from '@reason/claude'
import type { Conversation, InstructionMessage, Message, Piece } from '@reason/core/conversation'

/**
 * Removes lines of client metadata, which other APIs do not know. Instructions that contain nothing else are removed, and so are blank
 * ones: clients write `system: []`, for which chat templates would render a turn.
 */
export function withoutClientMetadata(conversation: Conversation): Conversation {
  if (!conversation.messages.some((message) => isMarked(message) || isBlank(message))) return conversation
  const messages = conversation.messages.filter((message) => !isBlank(message)).flatMap(withoutMetadata)
  return messages.length === 0 ? conversation : { ...conversation, messages }
}

const isInstruction = (message: Message): message is InstructionMessage => message.role === 'system' || message.role === 'developer'

const isMarked = (message: Message): message is InstructionMessage =>
  isInstruction(message) && message.content.some((piece) => piece.type === 'text' && hasClientLines(piece.text))

const isBlank = (message: Message): boolean =>
  isInstruction(message) && message.content.every((piece) => piece.type === 'text' && piece.text.trim() === '')

function withoutMetadata(message: Message): Message[] {
  if (!isMarked(message)) return [message]
  const content = message.content.flatMap((piece): Piece[] => {
    if (piece.type !== 'text') return [piece]
    const text = withoutClientLines(piece.text)
    return text === '' && piece.text !== '' ? [] : [{ ...piece, text }]
  })
  return content.length === 0 ? [] : [{ ...message, content }]
}
