import type { Conversation } from '@reason/core/conversation'

/** Removes settings that mean nothing, and that other providers refuse. */
export const withoutEmptySettings = (conversation: Conversation): Conversation => withoutEmptyTools(withoutNoLimit(conversation))

/** Removes a negative limit. Clients of llama.cpp and Ollama use it for "no limit", and other upstreams refuse it. */
function withoutNoLimit(conversation: Conversation): Conversation {
  const { maxOutputTokens, ...sampling } = conversation.sampling ?? {}
  return maxOutputTokens !== undefined && maxOutputTokens < 0 ? { ...conversation, sampling } : conversation
}

/** Removes an empty list of tools, with the settings of their use. Most providers refuse it. */
function withoutEmptyTools(conversation: Conversation): Conversation {
  if (conversation.tools?.length !== 0) return conversation
  const { tools: _, toolChoice: __, parallelToolCalls: ___, ...rest } = conversation
  return rest
}
