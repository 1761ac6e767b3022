import type { NativePart, Seal } from '../parts.ts'
import type { Block, Item, ToolCall } from '../result.ts'
import type { AssistantMessage, Conversation, Issuer, Message } from './conversation.ts'
import { isSameModel } from './same-model.ts'

/** Destination of a request. */
export interface Target extends Issuer {
  model: string
}

/** A decision about an item or a whole message, with its reason. */
export interface ReplayDecision {
  /** Index of the message in the conversation. */
  message: number
  /** Index of the item. Absent: the message as a whole. */
  item?: number
  action: 'kept' | 'dropped' | 'downgraded' | 'added' | 'moved' | 'refused'
  reason: string
  /** Why each lost seal is not sent back. Absent: no seal is lost. */
  sealsLost?: readonly SealLoss[]
}

/** `foreign`: of another issuer. `damaged`: cut or changed in transit. `unplaced`: the target accepts no seal there. */
export type SealLoss = 'foreign' | 'damaged' | 'unplaced'

export interface ReplayPlan {
  /** The messages of the request, in the target's format. */
  messages: readonly unknown[]
  decisions: readonly ReplayDecision[]
  /** Reasons why the provider would refuse the request, each with its rule. Empty: no known reason. */
  refusals: readonly string[]
}

/**
 * A provider's rule for sending reasoning back, as a row of data. The decision for a message depends only on that message and the target, not on the
 * length of the conversation. So a later request repeats the prefix of the earlier one, and prompt caches hit. The exceptions are `text: 'open-loop'`
 * and `sealed: 'closed-turns'`, which providers demand.
 */
export interface ReplayRule {
  /**
   * Readable reasoning without a seal.
   * - `never`: the provider refuses it, or adds it to the prompt as text.
   * - `always`: every assistant message carries it. With `whenMissing`, a message without reasoning gets an empty one.
   * - `open-loop`: only after the last user message, while the tool loop is open.
   */
  text: 'never' | 'always' | 'open-loop'
  /**
   * Blocks sealed by the target. `never`: the format has no place for seals. `closed-turns`: only up to the last user message, because the provider would
   * refuse them in an open tool loop.
   */
  sealed: 'never' | 'always' | 'closed-turns'
  /** Whether a user message directly after tool results joins them, so that it does not close the tool loop. Default false. */
  resultsJoinUser?: boolean
  /** Whether native items (from a provider's own tools) are sent only to the provider that made them, not to its whole format. Default false. */
  ownNativeOnly?: boolean
  /** Whether reasoning is sent back only to the model that wrote it, even without a seal. Default false. */
  ownTextOnly?: boolean
  /**
   * Action for an assistant message without reasoning that may go back, if the message has tool calls (or, with `always`, any such message). `empty`: add
   * an empty reasoning. `refuse`: the provider would refuse an open tool loop without any reasoning. Default: leave the message unchanged.
   */
  whenMissing?: 'empty' | 'refuse'
  /**
   * Issuer fields that a seal is bound to. Default provider and model. Add `upstream` if a router fails over between clouds. A field that is unknown in
   * the seal or in the target counts as equal. Model names that differ only in their date are equal, too.
   */
  boundTo?: readonly (keyof Issuer)[]
  /** The provider's own rule, in a few words, for decisions and refusals. */
  because: string
}

/** Items that may be sent back, by message. The format still has to write them. */
export interface PlannedMessages {
  messages: Message[]
  decisions: ReplayDecision[]
  /** Reasons why the provider would refuse the request. Empty: no known reason. */
  refusals: string[]
}

/**
 * Decides by a rule which reasoning is sent back. Text, calls and tool results always are, and native items only to the format that they came from.
 * Unknown fields of items are kept.
 *
 * @param ruleOf - The rule, or a function of the message. If one name stands for several models, the message names the one that answered.
 */
export function planReplay(
  conversation: Pick<Conversation, 'messages'>,
  target: Target,
  ruleOf: ReplayRule | ((message: AssistantMessage) => ReplayRule),
): PlannedMessages {
  /** Rule for the message that is being planned. */
  let rule: ReplayRule
  let inOpenLoop = false
  /** Whether any message of the open loop has reasoning, and which messages lack it. */
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
    if (item.type === 'tool-call') return [withoutForeignSeals(item, say)]
    if (item.channel !== 'reasoning') return [withoutForeignSeals(item, say)]
    return planReasoning(item, at.message, say)
  }

  function takesSeals(): boolean {
    return rule.sealed === 'always' || (rule.sealed === 'closed-turns' && !inOpenLoop)
  }

  function planReasoning(block: Block, message: AssistantMessage, say: Say): Item[] {
    // The stream was cut inside the block, so its seal may be cut, too.
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
 * Index of the last message that closed a tool loop. Later messages belong to the open turn. -1: all messages do.
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

/** Whether a seal's value is undamaged. Providers refuse a conversation with a damaged seal for ever. */
export function isIntact({ value }: Pick<Seal, 'value'>): boolean {
  const text = value.trim()
  if (text === '') return false
  if (text.startsWith(fernet)) return text.split('.', 1)[0]!.length % 4 === 0
  const bare = text.replace(/={1,2}$/, '')
  return !(standardBase64.test(bare) && (bare.length % 4 === 1 || (bare !== text && text.length % 4 !== 0)))
}

/** Prefix of OpenAI's encrypted values, which are always padded. Routers append a point and text of their own. */
const fernet = 'gAAAA'

/**
 * Text in the standard base64 alphabet that is too long to be a word. Base64 with one surplus character is invalid. The pattern avoids `{32,}`: V8
 * remembers each of its repetitions, and throws at megabytes.
 */
const standardBase64 = /^[A-Za-z0-9+/]{32}[A-Za-z0-9+/]*$/
