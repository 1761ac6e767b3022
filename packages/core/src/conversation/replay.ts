import type { NativePart, Seal } from '../parts.ts'
import type { Block, Item, ToolCall } from '../result.ts'
import type { AssistantMessage, Conversation, Issuer, Message } from './conversation.ts'
import { isSameModel } from './same-model.ts'

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
  action: 'kept' | 'dropped' | 'downgraded' | 'added' | 'moved' | 'refused'
  reason: string
  /** Of each seal that does not go back with it, why. Absent: none is lost. */
  sealsLost?: readonly SealLoss[]
}

/** `foreign`: another issuer's. `damaged`: cut or changed on the way. `unplaced`: the target takes none there. */
export type SealLoss = 'foreign' | 'damaged' | 'unplaced'

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
 * and prompt caches hold. The exceptions are `text: 'open-loop'` and `sealed: 'closed-turns'`, which providers demand.
 */
export interface ReplayRule {
  /**
   * Readable reasoning without a seal.
   * - `never`: sending it is refused or leaks it into the prompt as text.
   * - `always`: every assistant message carries it; one that has none gets an empty one where `whenMissing` says so.
   * - `open-loop`: only after the last user message, where the tool loop is still open.
   */
  text: 'never' | 'always' | 'open-loop'
  /**
   * Blocks whose seal is of the target. `never`: the format has no place for one. `closed-turns`: only up to the last user message,
   * as the provider would refuse them in the tool loop that is open.
   */
  sealed: 'never' | 'always' | 'closed-turns'
  /** What a user says right behind results of tools is one message with them, so that it does not close the tool loop. Default false. */
  resultsJoinUser?: boolean
  /** Native items (what a provider's own tools did) go back only to the provider that they are from, not to its whole format. Default false. */
  ownNativeOnly?: boolean
  /** Reasoning goes back only to the model that wrote it, even without a seal. Default false. */
  ownTextOnly?: boolean
  /**
   * An assistant message with tool calls (or with `always`, any) and no reasoning that may go back.
   * `empty`: an empty one is added. `refuse`: the provider would refuse an open tool loop in which no message has any. Default: it is
   * left as it is.
   */
  whenMissing?: 'empty' | 'refuse'
  /**
   * Fields of the issuer that a seal is bound to. Default provider and model; add `upstream` where a router fails over between clouds.
   * A field that is unknown in the seal or in the target counts as equal. So do model names that differ only in their date.
   */
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
 * came from. Fields of items that the planner does not know stay on them.
 *
 * @param ruleOf - The rule, or the one for each message: where one name stands for several models, the message says which one spoke.
 */
export function planReplay(
  conversation: Pick<Conversation, 'messages'>,
  target: Target,
  ruleOf: ReplayRule | ((message: AssistantMessage) => ReplayRule),
): PlannedMessages {
  /** Of the message that is being planned. */
  let rule: ReplayRule
  let inOpenLoop = false
  /** Of the open loop: whether any of it has reasoning, and who lacks it. */
  let hasOpenReasoning = false
  const lacking: { index: number; because: string }[] = []
  const decisions: ReplayDecision[] = []
  const refusals: string[] = []
  const openFrom = [openLoopFrom(conversation.messages), openLoopFrom(conversation.messages, { resultsJoinUser: true })] as const
  const messages = conversation.messages.map((message, index) => (message.role === 'assistant' ? planMessage(message, index) : message))
  if (!hasOpenReasoning) for (const { index, because } of lacking.slice(0, 1)) refuse(index, because)
  return { messages, decisions, refusals }

  function refuse(index: number, because: string): void {
    decisions.push({ message: index, action: 'refused', reason: because })
    refusals.push(`Message ${index} has tool calls, but no reasoning that ${describe(target)} accepts: ${because}.`)
  }

  function planMessage(message: AssistantMessage, index: number): AssistantMessage {
    rule = typeof ruleOf === 'function' ? ruleOf(message) : ruleOf
    inOpenLoop = index > openFrom[rule.resultsJoinUser === true ? 1 : 0]
    const items = message.items.flatMap((item, place) => planItem(item, { message, index, place }))
    const hasReasoning = items.some((item) => item.type === 'block' && item.channel === 'reasoning')
    hasOpenReasoning ||= hasReasoning && inOpenLoop
    const calls = message.items.some((item) => item.type === 'tool-call')
    if (!hasReasoning && rule.whenMissing !== undefined && (calls || rule.text === 'always')) {
      if (rule.whenMissing === 'empty') {
        decisions.push({ message: index, action: 'added', reason: `an empty reasoning: ${rule.because}` })
        items.unshift({ type: 'block', channel: 'reasoning', text: '', boundary: 'wire' })
      } else if (calls && inOpenLoop) lacking.push({ index, because: rule.because })
    }
    const seals = takesSeals() ? message.seals?.filter((seal) => isUsable(seal)) : []
    if (message.seals !== undefined && seals?.length !== message.seals.length) {
      const sealsLost = message.seals.filter((seal) => !seals!.includes(seal)).map((seal) => lossOf(seal))
      decisions.push({ message: index, action: 'downgraded', reason: `without ${whoseSeal(message.seals)}`, sealsLost })
    }
    const { seals: _, ...rest } = message
    return { ...rest, items, ...(seals !== undefined && seals.length > 0 && { seals }) }
  }

  function planItem(item: Item, at: { message: AssistantMessage; index: number; place: number }): Item[] {
    const say: Say = (action, reason, sealsLost = []) =>
      decisions.push({ message: at.index, item: at.place, action, reason, ...(sealsLost.length > 0 && { sealsLost }) })
    if (item.type === 'native') return planNative(item, at.message, say)
    if (item.type === 'tool-call') return [planCall(item, say)]
    if (item.channel !== 'reasoning') return [withoutForeignSeals(item, say)]
    return planReasoning(item, at.message, say)
  }

  function takesSeals(): boolean {
    return rule.sealed === 'always' || (rule.sealed === 'closed-turns' && !inOpenLoop)
  }

  function planReasoning(block: Block, message: AssistantMessage, say: Say): Item[] {
    // The stream was cut inside the block: so may its seal have been.
    const cut = block.boundary === 'end-of-stream'
    const own = cut ? [] : (block.seals?.filter((seal) => isUsable(seal)) ?? [])
    if (own.length > 0 && takesSeals()) {
      const lost = block.seals!.filter((seal) => !own.includes(seal)).map((seal) => lossOf(seal))
      say('kept', `sealed by ${describe(target)}: ${rule.because}`, lost)
      return [{ ...block, seals: own }]
    }
    const lost = (block.seals ?? []).map((seal) => (cut ? 'damaged' : lossOf(seal)))
    const foreign = lost.length > 0
    const { seals: _, ...bare } = block
    if (block.text === '') {
      if (foreign) say('dropped', `nothing of it but ${whoseSeal(block.seals!)}`, lost)
      return foreign ? [] : rule.text === 'never' ? [] : [bare]
    }
    if (rule.text === 'never') {
      say('dropped', foreign ? `without ${whoseSeal(block.seals!)}, ${rule.because}` : rule.because, lost)
      return []
    }
    if (rule.text === 'open-loop' && !inOpenLoop) {
      say('dropped', `the turn is over: ${rule.because}`, lost)
      return []
    }
    if (rule.ownTextOnly === true && !(message.origin !== undefined && isOwn(message.origin))) {
      say('dropped', `another model wrote it: ${rule.because}`, lost)
      return []
    }
    say(foreign ? 'downgraded' : 'kept', foreign ? `without ${whoseSeal(block.seals!)}` : rule.because, lost)
    return [bare]
  }

  function planCall(call: ToolCall, say: Say): ToolCall {
    return withoutForeignSeals(call, say)
  }

  function withoutForeignSeals<T extends Block | ToolCall | NativePart>(item: T, say: Say): T {
    if (item.seals === undefined) return item
    const own = takesSeals() ? item.seals.filter((seal) => isUsable(seal)) : []
    if (own.length === item.seals.length) return item
    const lost = item.seals.filter((seal) => !own.includes(seal)).map((seal) => lossOf(seal))
    say('downgraded', `without ${whoseSeal(item.seals)}`, lost)
    const { seals: _, ...bare } = item
    return (own.length > 0 ? { ...bare, seals: own } : bare) as T
  }

  function planNative(item: NativePart, { origin }: AssistantMessage, say: Say): Item[] {
    const from = origin?.provider
    if (rule.ownNativeOnly === true && item.wire === target.wire && from !== undefined && from !== (target.provider ?? from)) {
      say('dropped', `"${item.event}" is of ${from}`)
      return []
    }
    if (item.wire === target.wire) return [withoutForeignSeals(item, say)]
    // `replay.` items record how the wire wrote something. Another wire has its own way, so the conversation loses nothing.
    if (!item.event.startsWith('replay.')) say('dropped', `"${item.event}" is of ${item.wire}`)
    return []
  }

  function isUsable(seal: Seal): boolean {
    return isIntact(seal) && isOwn(seal.issuer)
  }

  function isOwn(issuer: Issuer): boolean {
    if (issuer.wire !== target.wire) return false
    return (rule.boundTo ?? ['provider', 'model']).every((field) => {
      const [mine, theirs] = [issuer[field], target[field]]
      return mine === undefined || theirs === undefined || (field === 'model' ? isSameModel(mine, theirs) : mine === theirs)
    })
  }

  function lossOf(seal: Seal): SealLoss {
    return !isOwn(seal.issuer) ? 'foreign' : isIntact(seal) ? 'unplaced' : 'damaged'
  }

  function whoseSeal(seals: readonly Seal[]): string {
    const seal = seals.find(({ issuer }) => !isOwn(issuer))
    return seal !== undefined ? `the seal of ${describe(seal.issuer)}` : 'its seal, which is damaged or has no place there'
  }
}

type Say = (action: ReplayDecision['action'], reason: string, sealsLost?: readonly SealLoss[]) => void

/**
 * Index of the last message that closed a tool loop: what comes behind it is the turn that is open. -1: all of it is.
 *
 * @param rule - `resultsJoinUser` of the provider's rule.
 */
export function openLoopFrom(messages: readonly Message[], { resultsJoinUser = false }: Pick<ReplayRule, 'resultsJoinUser'> = {}): number {
  let from = -1
  let afterResult = false
  for (const [index, { role }] of messages.entries()) {
    if (role === 'user' && !(afterResult && resultsJoinUser)) from = index
    if (role === 'tool') afterResult = true
    else if (role === 'assistant') afterResult = false
  }
  return from
}

const describe = ({ provider, wire, model }: Issuer): string => [provider ?? wire, model].filter((part) => part !== undefined).join(' ')

/** What a seal must be to be worth keeping: providers refuse a conversation for ever that brings a damaged one. */
export function isIntact({ value }: Pick<Seal, 'value'>): boolean {
  const text = value.trim()
  if (text === '') return false
  if (text.startsWith(fernet)) return text.split('.', 1)[0]!.length % 4 === 0
  const bare = text.replace(/={1,2}$/, '')
  return !(standardBase64.test(bare) && (bare.length % 4 === 1 || (bare !== text && text.length % 4 !== 0)))
}

/** OpenAI's encrypted values: always padded. Routers put a point and words of their own behind them. */
const fernet = 'gAAAA'

/**
 * Only the standard alphabet, and long enough to be no word: base64 of one character too many does not exist. Not `{32,}`: of that V8 remembers each
 * repetition, and throws at megabytes.
 */
const standardBase64 = /^[A-Za-z0-9+/]{32}[A-Za-z0-9+/]*$/
