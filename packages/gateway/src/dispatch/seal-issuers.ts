import { asObject } from '../json.ts'
import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { Conversation, Issuer } from '@reason/core/conversation'

/**
 * Issuers of a conversation's seals, in order.
 *
 * @param model - Model name of the request. It identifies no issuer: clients may call one model by several names.
 */
export const sealsOf = (conversation: Conversation, model: string): Issuer[] =>
  issuersIn(conversation).map((issuer) => withoutAlias(issuer, model))

/**
 * True if an upstream may refuse the conversation for content that only its issuer can read, or for the lack of it. Such content is
 * reasoning and seals, or items that clients reference by the provider's ids (OpenAI's reasoning without `encrypted_content`, and calls
 * that belong to it). Calls may lack the reasoning that led to them. False if the client wants Anthropic's refusal, which shows changed
 * histories during development.
 */
export const mayBeSealed = ({ messages, extra }: Conversation): boolean =>
  messages.some((message) => message.role === 'assistant' && message.items.some(isMoreThanText)) &&
  asObject(asObject(extra?.fields['thinking'])['block_binding'])['prefix_mismatch_behavior'] !== 'error'

const isMoreThanText = (item: Item): boolean => item.type !== 'block' || item.channel !== 'answer' || item.seals !== undefined

/**
 * Marks the seals as issued elsewhere, so that replay leaves them out. In a conversation without seals, only the issuer knows the ids of
 * items, so each message is marked.
 */
export function withForeignSeals(conversation: Conversation): Conversation {
  const isSealed = issuersIn(conversation).length > 0
  return {
    ...conversation,
    messages: conversation.messages.map((message) => {
      if (message.role !== 'assistant') return message
      if (!isSealed) return { ...message, origin: another }
      return { ...message, items: message.items.map(asForeign), ...(message.seals && { seals: message.seals.map(ofAnother) }) }
    }),
  }
}

const another: Issuer = { provider: 'another issuer', wire: 'unknown' }

const asForeign = (item: Item): Item => ('seals' in item && item.seals !== undefined ? { ...item, seals: item.seals.map(ofAnother) } : item)

const ofAnother = (seal: Seal): Seal => ({ ...seal, issuer: another })

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
