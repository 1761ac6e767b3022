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
