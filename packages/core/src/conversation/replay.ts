import type { Block, Item, NativePart, Seal, ToolCall } from '../index.ts'
import type { AssistantMessage, Conversation, Issuer, Message } from './conversation.ts'

/** Where a request is to go. */
export interface Target extends Issuer {
  model: string
}

/** What was done with something that a message carried, and why. */
export interface ReplayDecision {
  /** Index of the message in the conversation. */
  message: number
  /** Index of its item; absent: the message as a whole. */
  item?: number
  action: 'kept' | 'dropped' | 'downgraded' | 'added' | 'refused'
  reason: string
}

export interface ReplayPlan {
  /** The messages of the request, in the target format's own words. */
  messages: readonly unknown[]
  decisions: readonly ReplayDecision[]
  /** Why the provider would refuse the request, its rule named; empty: nothing that is known of. */
  refusals: readonly string[]
}

/**
 * What a provider wants back of the reasoning, as a row of data. The decision for a message depends on that message and on the
 * target alone, never on how far the conversation has come, so that the prefix of a later request is that of the earlier one
 * and prompt caches hold. The one exception is `text: 'open-loop'`.
 */
export interface ReplayRule {
  /**
   * Readable reasoning without a seal.
   * - `never`: sending it is refused or leaks it into the prompt as text.
   * - `always`: every assistant message carries it; one that has none gets an empty one where `whenMissing` says so.
   * - `open-loop`: only after the last user message, where the tool loop is still open.
   */
  text: 'never' | 'always' | 'open-loop'
  /** Blocks whose seal is of the target. `never`: the format has no place for one. */
  sealed: 'never' | 'always'
  /** Reasoning goes back only to the model that wrote it, even without a seal. Default false. */
  ownTextOnly?: boolean
  /**
   * An assistant message with tool calls (or with `always`, any) and no reasoning that may go back.
   * `empty`: an empty one is added. `refuse`: the provider would refuse the request. Default: it is left as it is.
   */
  whenMissing?: 'empty' | 'refuse'
  /** What a seal is bound to. Default provider and model; `upstream` where a router hops between clouds. */
  boundTo?: readonly (keyof Issuer)[]
  /** The provider's own rule, in a few words, for decisions and refusals. */
  because: string
}

/** Items that may go back, message by message; the format still has to write them. */
export interface PlannedMessages {
  messages: Message[]
  decisions: ReplayDecision[]
  /** Why the provider would refuse the request; empty: nothing that is known of. */
  refusals: string[]
}

/**
 * Decides what of the reasoning goes back, by a rule. Text, calls and tool results always do; native items only to the format that they
 * came from.
 */
export function planReplay(conversation: Pick<Conversation, 'messages'>, target: Target, rule: ReplayRule): PlannedMessages {
  const decisions: ReplayDecision[] = []
  const refusals: string[] = []
  const openFrom = lastUserMessage(conversation.messages)
  const messages = conversation.messages.map((message, index) => (message.role === 'assistant' ? planMessage(message, index) : message))
  return { messages, decisions, refusals }

  function planMessage(message: AssistantMessage, index: number): AssistantMessage {
    const inOpenLoop = index > openFrom
    const items = message.items.flatMap((item, place) => planItem(item, { message, index, place, inOpenLoop }))
    const hasReasoning = items.some((item) => item.type === 'block' && item.channel === 'reasoning')
    const calls = message.items.some((item) => item.type === 'tool-call')
    if (!hasReasoning && rule.whenMissing !== undefined && (calls || rule.text === 'always')) {
      if (rule.whenMissing === 'empty') {
        decisions.push({ message: index, action: 'added', reason: `an empty reasoning: ${rule.because}` })
        items.unshift({ type: 'block', channel: 'reasoning', text: '', boundary: 'wire' })
      } else if (calls && inOpenLoop) {
        decisions.push({ message: index, action: 'refused', reason: rule.because })
        refusals.push(`Message ${index} has tool calls, but no reasoning that ${describe(target)} accepts: ${rule.because}.`)
      }
    }
    const seals = message.seals?.filter((seal) => isOwn(seal.issuer))
    const { seals: _, ...rest } = message
    return { ...rest, items, ...(seals !== undefined && seals.length > 0 && { seals }) }
  }

  function planItem(item: Item, at: { message: AssistantMessage; index: number; place: number; inOpenLoop: boolean }): Item[] {
    const say = (action: ReplayDecision['action'], reason: string) => decisions.push({ message: at.index, item: at.place, action, reason })
    if (item.type === 'native') return planNative(item, say)
    if (item.type === 'tool-call') return [planCall(item, say)]
    if (item.channel !== 'reasoning') return [withoutForeignSeals(item, say)]
    return planReasoning(item, at, say)
  }

  function planReasoning(block: Block, { message, inOpenLoop }: { message: AssistantMessage; inOpenLoop: boolean }, say: Say): Item[] {
    const own = block.seals?.filter((seal) => isOwn(seal.issuer)) ?? []
    if (own.length > 0 && rule.sealed === 'always') {
      say('kept', `sealed by ${describe(target)}: ${rule.because}`)
      return [{ ...block, seals: own }]
    }
    const foreign = block.seals !== undefined && block.seals.length > 0
    const { seals: _, ...bare } = block
    if (block.text === '') {
      if (foreign) say('dropped', `only ${describe(block.seals![0]!.issuer)} can read it`)
      return foreign ? [] : rule.text === 'never' ? [] : [bare]
    }
    if (rule.text === 'never') {
      say('dropped', foreign ? `only ${describe(block.seals![0]!.issuer)} can read its seal, and ${rule.because}` : rule.because)
      return []
    }
    if (rule.text === 'open-loop' && !inOpenLoop) {
      say('dropped', `the turn is over: ${rule.because}`)
      return []
    }
    if (rule.ownTextOnly === true && !(message.origin !== undefined && isOwn(message.origin))) {
      say('dropped', `another model wrote it: ${rule.because}`)
      return []
    }
    say(foreign ? 'downgraded' : 'kept', foreign ? `without the seal of ${describe(block.seals![0]!.issuer)}` : rule.because)
    return [bare]
  }

  function planCall(call: ToolCall, say: Say): ToolCall {
    return withoutForeignSeals(call, say)
  }

  function withoutForeignSeals<T extends Block | ToolCall>(item: T, say: Say): T {
    if (item.seals === undefined) return item
    const own = rule.sealed === 'always' ? item.seals.filter((seal) => isOwn(seal.issuer)) : []
    if (own.length === item.seals.length) return item
    say('downgraded', `without the seal of ${describe(item.seals[0]!.issuer)}`)
    const { seals: _, ...bare } = item
    return (own.length > 0 ? { ...bare, seals: own } : bare) as T
  }

  function planNative(item: NativePart, say: Say): Item[] {
    if (item.wire === target.wire) return [item]
    say('dropped', `"${item.event}" is of ${item.wire}`)
    return []
  }

  function isOwn(issuer: Issuer): boolean {
    if (issuer.wire !== target.wire) return false
    return (rule.boundTo ?? ['provider', 'model']).every((field) => issuer[field] === target[field])
  }
}

type Say = (action: ReplayDecision['action'], reason: string) => void

/** -1: there is none, so all of it is one open turn. */
function lastUserMessage(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === 'user')
}

const describe = ({ provider, wire, model }: Issuer): string => [provider ?? wire, model].filter((part) => part !== undefined).join(' ')

/** What a seal must be to be worth keeping: providers refuse a conversation for ever that brings a damaged one. */
export const isIntact = (seal: Pick<Seal, 'value'>): boolean => seal.value.trim() !== ''
