import type { CacheMark, Conversation, Message } from '@reason/core/conversation'

/** Maximum number of cache marks in a request, for Anthropic and for Claude on Bedrock. They refuse a request with more. */
const mostMarks = 4

interface Markable {
  cache?: CacheMark
}

/** Removes all cache marks but the last four. Each of them caches everything before it. Other APIs have no limit, so their clients mark more. */
export function withFewerCacheMarks(conversation: Conversation): Conversation {
  const { tools = [], messages } = conversation
  let surplus = tools.filter(isMarked).length + messages.reduce((sum, message) => sum + marksOf(message), 0) - mostMarks
  if (surplus <= 0) return conversation
  return {
    ...conversation,
    ...(conversation.tools && { tools: tools.map(unmarked) }),
    messages: messages.map((message) => {
      if (surplus <= 0 || marksOf(message) === 0) return message
      if (message.role === 'tool') {
        surplus--
        const { cache: _, ...rest } = message
        return { ...rest, content: message.content.map(withoutMark) }
      }
      return message.role === 'assistant' ? message : ({ ...message, content: message.content.map(unmarked) } as Message)
    }),
  }

  function unmarked<T>(one: T): T {
    return surplus > 0 && isMarked(one) && surplus-- > 0 ? withoutMark(one) : one
  }
}

const isMarked = (one: unknown): boolean => (one as Markable).cache !== undefined

function withoutMark<T>(one: T): T {
  const { cache: _, ...rest } = one as T & Markable
  return rest as T
}

/** A tool result has one mark: its own, or the last one inside it. */
function marksOf(message: Message): number {
  if (message.role === 'assistant') return 0
  const marks = message.content.filter(isMarked).length
  return message.role === 'tool' ? Math.min(1, marks + Number(isMarked(message))) : marks
}
