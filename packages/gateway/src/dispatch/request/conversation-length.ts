import type { Conversation } from '@reason/core/conversation'
import { badRequest, type ApiError } from '../../errors/api-error.ts'

/**
 * Maximum number of messages and calls in a conversation that is translated, because a format writes them all in one step. A context of a million tokens has
 * fewer. A conversation that is passed on unchanged may have more.
 */
const mostEntries = 5000

/** Refuses a conversation that is too long to be translated. @param format - The client's format. */
export function entriesRefusal(conversation: Conversation, format: string): ApiError | undefined {
  const count = entriesOf(conversation)
  if (count <= mostEntries) return undefined
  const message = `The conversation has ${count} messages and calls. At most ${mostEntries} are written for an upstream of another API. Shorten it, or send it to an upstream that speaks ${format}.`
  return badRequest(message, null, 'invalid_value')
}

const entriesOf = ({ messages }: Conversation): number =>
  messages.reduce(
    (sum, message) =>
      message.role === 'assistant' ? sum + Math.max(1, message.items.filter(({ type }) => type === 'tool-call').length) : sum + 1,
    0,
  )
