import type { NativePart, Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { planReplay } from '@reason/core/conversation'
import type { AssistantMessage, Conversation, Message, PlannedMessages, ReplayRule, Target } from '@reason/core/conversation'
import { addressOf, imagesIn } from '@reason/wire-kit'
import { demandsSignatures, thinkingOf } from '../../shared/models.ts'
import { WIRE } from '../wire.ts'

/** Google's placeholder signature, for calls of another model and for unsigned calls. */
const sentinel = 'skip_thought_signature_validator'

/** An item with its index in the original message, which stays the same when other items are left out. */
export type Placed = Item & { at?: number }

const rule = { sealed: 'always', boundTo: ['provider', 'model', 'upstream'] } as const

/** A message with its original number of items. */
export type PlacedMessage = AssistantMessage & { said?: number }

/** Replay rules by model. The first matching row applies. */
const replayRows: readonly { fits: (model: string) => boolean; rule: ReplayRule }[] = [
  {
    fits: demandsSignatures,
    rule: { ...rule, text: 'always', ownTextOnly: true, because: 'Gemini 3 refuses calls without the signature that they came with' },
  },
  {
    fits: (model) => thinkingOf(model)?.thinks === 'never',
    rule: { ...rule, text: 'never', because: 'the model does not think' },
  },
  {
    fits: () => true,
    rule: { ...rule, text: 'always', ownTextOnly: true, because: 'Gemini reads its own signatures; without them it thinks anew' },
  },
]

/** Decides what goes back. The sentinel goes on every step, including closed turns, so that earlier content never changes. */
export function planGemini(conversation: Pick<Conversation, 'messages'>, target: Target): PlannedMessages {
  const row = replayRows.find(({ fits }) => fits(target.model))!
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          items: withOwnImages(message.items).map((item, at): Placed => ({ ...withoutStrange(withOwnSignature(item)), at })),
          said: message.items.length,
        }
      : message,
  )
  const plan = planReplay({ messages }, target, row.rule)
  return demandsSignatures(target.model) ? { ...plan, messages: plan.messages.map(withSentinel) } : plan

  function withSentinel(message: Message, index: number): Message {
    if (message.role !== 'assistant') return message
    const first = message.items.findIndex((item) => item.type === 'tool-call')
    const call = message.items[first]
    if (call === undefined || call.type !== 'tool-call' || (call.seals?.length ?? 0) > 0) return message
    plan.decisions.push({
      message: index,
      item: (call as Placed).at ?? first,
      action: 'added',
      reason: `"${sentinel}": another model made the call, or its signature is lost, and Gemini 3 refuses a step whose first call is not signed`,
    })
    const { provider, wire, model } = target
    const issuer = { ...(provider !== undefined && { provider }), wire, model }
    return { ...message, items: message.items.with(first, { ...call, seals: [{ kind: 'thought-signature', value: sentinel, issuer }] }) }
  }
}

/** Adds images that a client returned in another API's format, unless they are already present with their signatures. */
function withOwnImages(items: readonly Item[]): readonly Item[] {
  const isForeign = (item: Item): item is NativePart => item.type === 'native' && item.wire !== WIRE && imagesIn(item).length > 0
  if (!items.some(isForeign)) return items
  const own = new Set(items.flatMap((item) => (item.type === 'native' && item.wire === WIRE ? imagesIn(item).map(addressOf) : [])))
  return items.flatMap((item): readonly Item[] => {
    if (!isForeign(item)) return [item]
    return imagesIn(item).flatMap((image): NativePart[] => {
      if (own.has(addressOf(image)) || !('data' in image)) return []
      const value = { inlineData: { mimeType: image.mediaType, data: image.data } }
      return [{ type: 'native', wire: WIRE, event: 'part.inlineData', value }]
    })
  })
}

/** Attributes a signature from a client of Google's compatible API to Google. Its exact origin is unknown. */
function withOwnSignature(item: Item): Item {
  if (item.seals?.some(isOfCompatibleApi) !== true) return item
  return { ...item, seals: item.seals.map((seal) => (isOfCompatibleApi(seal) ? { ...seal, issuer: { wire: WIRE } } : seal)) }
}

const isOfCompatibleApi = ({ kind, issuer }: Seal): boolean =>
  kind === 'thought-signature' && issuer.wire === 'openai-chat' && issuer.provider === undefined && issuer.upstream === undefined

/** Removes seals of kinds that Gemini lacks, which would otherwise count as a signature. */
function withoutStrange(item: Item): Item {
  if (item.seals === undefined || item.seals.every(({ kind, issuer }) => issuer.wire !== WIRE || kind === 'thought-signature')) return item
  const { seals, ...bare } = item
  const left = seals.filter(({ kind, issuer }) => issuer.wire !== WIRE || kind === 'thought-signature')
  return (left.length > 0 ? { ...bare, seals: left } : bare) as Item
}
