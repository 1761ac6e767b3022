import type { Conversation } from '@reason/core/conversation'

/**
 * A conversation of nothing but instructions, with the last of them as what the user says: many APIs refuse one without a message. A model that
 * gets instructions alone answers them, too.
 *
 * @returns Undefined: something else is in it, or nothing.
 */
export function withLastInstructionAsked(conversation: Conversation): Conversation | undefined {
  const { messages } = conversation
  const last = messages.at(-1)
  if (last === undefined || !messages.every(({ role }) => role === 'system' || role === 'developer')) return undefined
  if (last.role === 'assistant' || last.role === 'tool') return undefined
  return { ...conversation, messages: [...messages.slice(0, -1), { role: 'user', content: last.content }] }
}
