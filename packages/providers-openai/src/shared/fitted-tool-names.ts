import type { Conversation, Message } from '@reason/core/conversation'
import { fitToolName, resolveToolName } from '@reason/core/wire-kit'

/**
 * A conversation whose tools are called as a provider takes it: clients of other APIs may have longer names (MCP's begin with that of their
 * server), and find the tool again by `WriterOptions.tools`.
 *
 * @param maxLength - Of a name, which has letters, digits, `_` and `-` only. Absent: any name is taken.
 */
export function withFittedToolNames(conversation: Conversation, maxLength: number | undefined): Conversation {
  if (maxLength === undefined) return conversation
  const { tools, toolChoice, messages } = conversation
  const offered = tools?.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const fit = (name: string): string => fitToolName(resolveToolName(name, offered), maxLength)
  return {
    ...conversation,
    ...(tools !== undefined && { tools: tools.map((tool) => (tool.type === 'function' ? { ...tool, name: fit(tool.name) } : tool)) }),
    ...(typeof toolChoice === 'object' && { toolChoice: { name: fit(toolChoice.name) } }),
    messages: messages.map((message) => fitted(message, fit)),
  }
}

function fitted(message: Message, fit: (name: string) => string): Message {
  if (message.role === 'tool') return message.name === undefined ? message : { ...message, name: fit(message.name) }
  if (message.role !== 'assistant') return message
  return { ...message, items: message.items.map((item) => (item.type === 'tool-call' ? { ...item, name: fit(item.name) } : item)) }
}
