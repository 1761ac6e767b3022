import type { AssistantMessage, Conversation, Issuer } from '@reason/core/conversation'

/**
 * A conversation of which somebody knows who answered in it: a request does not say it, or not all of it. What was said wins, for the
 * messages and for the seals in them.
 */
export function issuedBy(conversation: Conversation, wire: string, said: Omit<Issuer, 'wire'>): Conversation {
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  if (Object.keys(known).length === 0) return conversation
  return {
    ...conversation,
    messages: conversation.messages.map((message) => (message.role === 'assistant' ? ofMessage(message) : message)),
  }

  function ofMessage(message: AssistantMessage): AssistantMessage {
    return { ...sealed(message), origin: { wire, ...message.origin, ...known }, items: message.items.map(sealed) }
  }

  function sealed<Sealed extends Pick<AssistantMessage, 'seals'>>(holder: Sealed): Sealed {
    if (holder.seals === undefined) return holder
    return { ...holder, seals: holder.seals.map((seal) => ({ ...seal, issuer: { ...seal.issuer, ...known } })) }
  }
}
