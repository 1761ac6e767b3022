import type { Conversation, Message } from '@reason/core/conversation'
import { resolveToolName } from './tool-names.ts'

/**
 * A conversation whose tools are called as a provider takes it: in tools, choice, calls and results. Clients of other APIs have names that it
 * refuses (MCP's begin with that of their server, which may be long), and find the tool again by `WriterOptions.tools`.
 *
 * @param take - The name for a provider of the name that a client offers.
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
