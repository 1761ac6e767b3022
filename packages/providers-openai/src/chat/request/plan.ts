import { matchesModel } from '@reason/core/adapter'
import type { Seal } from '@reason/core/parts'
import type { Item, ToolCall } from '@reason/core/result'
import { planReplay } from '@reason/core/conversation'
import type { AssistantMessage, Conversation, PlannedMessages, ReplayDecision, ReplayRule, Target } from '@reason/core/conversation'
import { signatureIn } from '../signatures.ts'
import { isFromHere } from './fields.ts'
import { numberItems } from './layout.ts'
import type { ReplayRow } from '../dialect/replay-row.ts'
import { replayRowFor } from './dialect-rows.ts'

/** Google's placeholder signature, for calls of another model and for unsigned calls. */
const sentinelValue = 'skip_thought_signature_validator'

export interface ChatPlan extends PlannedMessages {
  row: ReplayRow
}

/**
 * Decides the reasoning to send back, by the replay row of the target.
 *
 * @param idOf - Returns the written id of a call. A sentinel among details names its call.
 */
export function planChat(conversation: Conversation, target: Target, idOf: (message: number, call: number) => string): ChatPlan {
  const row = replayRowFor(target.provider, target.model)
  const withTools = usesTools(conversation)
  const isOff = conversation.knobs?.enabled === false || conversation.knobs?.effort === 'none'
  const { whenMissing: _, ...withoutEmpty } = row
  const rule: ReplayRule = row.emptyWithToolsOnly === true && (!withTools || isOff) ? withoutEmpty : row
  const isAlias = target.provider === 'deepseek' && matchesModel(['deepseek-reasoner'], target.model)
  const unplaced: ReplayDecision[] = []
  const numbered = conversation.messages.map((message, index) =>
    message.role === 'assistant' ? { ...message, items: placed(numberItems(message.items), index) } : message,
  )
  const plan = planReplay({ messages: numbered }, target, (message) => (isAlias && isOfR1(message, withTools) ? r1 : rule))
  if (row.sentinel === true) plan.messages = plan.messages.map((message, index) => withSentinel(message, index))
  return { ...plan, decisions: [...unplaced, ...plan.decisions], row }

  /** Removes seals from blocks if the provider has seals only on calls and messages. A seal then does not keep a text that must not be sent. */
  function placed(items: readonly Item[], message: number): Item[] {
    if (row.carrier !== 'nowhere' || row.sealed !== 'always') return [...items]
    return items.map((item, place) => {
      if (item.type !== 'block' || item.channel !== 'reasoning' || item.seals === undefined) return item
      const { seals: _, ...rest } = item
      // The planner decides about a block with text.
      if (item.text === '') unplaced.push({ message, item: place, action: 'dropped', reason: `a seal with no place there: ${row.because}` })
      return rest
    })
  }

  function withSentinel(message: Conversation['messages'][number], index: number): Conversation['messages'][number] {
    if (message.role !== 'assistant') return message
    const first = message.items.findIndex((item) => item.type === 'tool-call')
    if (first < 0 || isSigned(message, first)) return message
    plan.decisions.push({ message: index, action: 'added', reason: `"${sentinelValue}", for a call without a signature: ${row.because}` })
    return { ...message, items: sentinelled(message.items, { first, id: idOf(index, 0) }, row, target) }
  }

  /** True if the first call of a step is signed, directly or by one of the details. */
  function isSigned({ items }: AssistantMessage, first: number): boolean {
    const { carrier } = row
    if (carrier !== 'details') return signatureIn((items[first] as ToolCall).seals) !== undefined
    return items.some((item) => item.type !== 'native' && item.seals !== undefined)
  }
}

/** Adds the sentinel: to the call itself, or as one of the details, naming the call. */
function sentinelled(
  items: readonly Item[],
  { first, id }: { first: number; id: string },
  row: ReplayRow,
  { provider, wire, model }: Target,
): Item[] {
  const call = items[first] as ToolCall
  const issuer = { ...(provider !== undefined && { provider }), wire, model }
  if (row.carrier !== 'details') {
    return items.with(first, { ...call, seals: [{ kind: 'thought-signature', value: sentinelValue, issuer }] })
  }
  const seal: Seal = { kind: 'encrypted', value: sentinelValue, issuer, item: id }
  return items.toSpliced(first, 0, { type: 'block', channel: 'reasoning', kind: 'hidden', text: '', boundary: 'wire', seals: [seal] })
}

/** `deepseek-reasoner` meant R1 until V3.1. Since then it names the newest model that thinks. */
const r1 = replayRowFor('deepseek', 'deepseek-r1')

/**
 * Tells whether a message under the name `deepseek-reasoner` is of R1. Newer models name themselves in their responses,
 * and R1 had no tools. A message that came with a request has only the name, and counts as today's model.
 */
function isOfR1({ origin, answered, extra }: AssistantMessage, withTools: boolean): boolean {
  if (withTools || isFromHere({ ...(extra && { extra }) })) return false
  return matchesModel(['deepseek-reasoner', '*deepseek-r1*'], answered ?? origin?.model ?? 'deepseek-reasoner')
}

function usesTools({ tools, messages }: Conversation): boolean {
  if (tools !== undefined && tools.length > 0) return true
  return messages.some(
    (message) => message.role === 'tool' || (message.role === 'assistant' && message.items.some(({ type }) => type === 'tool-call')),
  )
}
