import type { Conversation } from '@reason/core/conversation'

/**
 * Sends the last instruction as user message if a conversation has instructions only. Many APIs refuse a conversation without a message,
 * and a model answers lone instructions anyway.
 *
 * @returns Undefined if the conversation has other messages, or none.
 */
export function withLastInstructionAsked(conversation: Conversation): Conversation | undefined {
  const { messages } = conversation
  const last = messages.at(-1)
  if (last?.role !== 'system' && last?.role !== 'developer') return undefined
  if (!messages.every(({ role }) => role === 'system' || role === 'developer')) return undefined
  return { ...conversation, messages: [...messages.slice(0, -1), { role: 'user', content: last.content }] }
}
