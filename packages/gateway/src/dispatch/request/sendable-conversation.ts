import type { Conversation } from '@reason/core/conversation'

/**
 * Removes settings that mean nothing, and that other providers refuse: a negative limit, which clients of llama.cpp and Ollama use for "no
 * limit", and an empty list of tools, with the settings of their use.
 */
export function withoutEmptySettings(conversation: Conversation): Conversation {
  const { maxOutputTokens, ...sampling } = conversation.sampling ?? {}
  const limited = maxOutputTokens !== undefined && maxOutputTokens < 0 ? { ...conversation, sampling } : conversation
  if (limited.tools?.length !== 0) return limited
  const { tools: _, toolChoice: __, parallelToolCalls: ___, ...rest } = limited
  return rest
}

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
