import type { Conversation, Message } from '@reason/core/conversation'
import { fitToolName, resolveToolName } from '@reason/core/wire-kit'

const taken = /^[A-Za-z_][\w.:-]{0,63}$/

/** Google demands a letter or `_` at the beginning, and counts 64 characters. A name that it takes stays as it is. */
function takenName(name: string): string {
  if (taken.test(name)) return name
  return /^[A-Za-z_]/.test(name) ? fitToolName(name, 64) : `_${fitToolName(name, 63)}`
}

/**
 * A conversation whose tools are called as Google takes it: names of MCP's begin with that of their server, which may be long or begin with
 * a digit. Clients find the tool again by `WriterOptions.tools`. What a request of Google's own says stays.
 */
export function withTakenToolNames(conversation: Conversation, isOwn: boolean): Conversation {
  if (isOwn) return conversation
  const { tools, toolChoice, messages } = conversation
  const offered = tools?.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const nameOf = (name: string): string => takenName(resolveToolName(name, offered))
  return {
    ...conversation,
    ...(tools !== undefined && { tools: tools.map((tool) => (tool.type === 'function' ? { ...tool, name: takenName(tool.name) } : tool)) }),
    ...(typeof toolChoice === 'object' && { toolChoice: { name: nameOf(toolChoice.name) } }),
    messages: messages.map((message) => renamed(message, nameOf)),
  }
}

function renamed(message: Message, nameOf: (name: string) => string): Message {
  if (message.role === 'tool') return message.name === undefined ? message : { ...message, name: nameOf(message.name) }
  if (message.role !== 'assistant') return message
  return { ...message, items: message.items.map((item) => (item.type === 'tool-call' ? { ...item, name: nameOf(item.name) } : item)) }
}
