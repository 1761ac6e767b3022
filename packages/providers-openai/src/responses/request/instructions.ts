import type { InstructionMessage, Message } from '@reason/core/conversation'
import { isFromHere } from './extra.ts'

/**
 * Moves the instructions before all messages into `instructions`, because some servers refuse system messages in the
 * list. Instructions that a request of this format had in its list stay, and so do those with a cache mark.
 *
 * @returns `from`: index of the first message that is no such instruction.
 */
export function takeInstructions(messages: readonly Message[]): { instructions: string | undefined; from: number } {
  let from = 0
  const texts: string[] = []
  for (const message of messages) {
    if (!isPlain(message)) break
    from++
    texts.push(...message.content.map((piece) => (piece.type === 'text' ? piece.text : '')))
  }
  return { instructions: texts.length > 0 ? texts.join('\n\n') : undefined, from }
}

const isPlain = (message: Message): message is InstructionMessage =>
  (message.role === 'system' || message.role === 'developer') &&
  !isFromHere(message) &&
  message.content.length > 0 &&
  message.content.every((piece) => piece.type === 'text' && !isFromHere(piece))
