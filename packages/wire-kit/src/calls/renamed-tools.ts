import type { Conversation, Message } from '@reason/core/conversation'
import { resolveToolName } from './tool-names.ts'

/**
 * Renames tools to names that a provider accepts: in tools, tool choice, calls and results. Clients of other APIs use
 * names that a provider may refuse, such as MCP's, which begin with a long server name. `WriterOptions.tools` maps calls
 * back.
 *
 * @param take - Maps a client's tool name to the provider's.
 */
export function withToolNames(conversation: Conversation, take: (name: string) => string): Conversation {
  const { tools, toolChoice, messages } = conversation
  const offered = tools?.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const nameOf = (name: string): string => take(resolveToolName(name, offered))
  return {
    ...conversation,
    ...(tools !== undefined && { tools: tools.map((tool) => (tool.type === 'function' ? { ...tool, name: take(tool.name) } : tool)) }),
    ...(typeof toolChoice === 'object' && { toolChoice: { name: nameOf(toolChoice.name) } }),
    messages: messages.map((message) => renamed(message, nameOf)),
  }
}

function renamed(message: Message, nameOf: (name: string) => string): Message {
  if (message.role === 'tool') return message.name === undefined ? message : { ...message, name: nameOf(message.name) }
  if (message.role !== 'assistant') return message
  return { ...message, items: message.items.map((item) => (item.type === 'tool-call' ? { ...item, name: nameOf(item.name) } : item)) }
}
