import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { Conversation, Issuer } from '@reason/core/conversation'

/**
 * Who alone can read what a conversation carries, in its order.
 *
 * @param model - Of the request. Where a seal says no more than that, nothing is known: clients may call one model by several names.
 */
export const sealsOf = (conversation: Conversation, model: string): Issuer[] =>
  issuersIn(conversation).map((issuer) => withoutAlias(issuer, model))

/** The same conversation, for those to whom replay is to give none of what is sealed in it. */
export const withForeignSeals = (conversation: Conversation): Conversation => ({
  ...conversation,
  messages: conversation.messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, items: message.items.map(asForeign), ...(message.seals && { seals: message.seals.map(ofAnother) }) }
      : message,
  ),
})

const asForeign = (item: Item): Item => ('seals' in item && item.seals !== undefined ? { ...item, seals: item.seals.map(ofAnother) } : item)

const ofAnother = (seal: Seal): Seal => ({ ...seal, issuer: { provider: 'another issuer', wire: 'unknown' } })

function withoutAlias(issuer: Issuer, asked: string): Issuer {
  if (issuer.model !== asked) return issuer
  const { model: _, ...rest } = issuer
  return rest
}

const issuersIn = ({ messages }: Conversation): Issuer[] =>
  messages.flatMap((message) =>
    message.role === 'assistant'
      ? [...message.items.flatMap((item) => ('seals' in item ? (item.seals ?? []) : [])), ...(message.seals ?? [])].map(
          ({ issuer }) => issuer,
        )
      : [],
  )
