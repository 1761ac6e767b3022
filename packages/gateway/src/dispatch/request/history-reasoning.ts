import type { WireFormat } from '@reason/core'
import type { AssistantMessage, Conversation, ReplayPlan } from '@reason/core/conversation'
import { asList, asObject, type Json } from '../../json.ts'

type Reasoning = Extract<AssistantMessage['items'][number], { type: 'block' }>

/** Reasoning of a conversation, and whether replay lets it go back. */
interface Planned {
  message: number
  block: Reasoning
  isDropped: boolean
  reason: string
}

/** @returns The messages without what goes, or undefined where all of it stays. */
type Leave = (messages: readonly unknown[], reasoning: readonly Planned[], conversation: Conversation) => unknown[] | undefined

/** Where Chat Completions and its servers have the reasoning of a message. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details']

/**
 * How a request that is passed on as it came goes without what replay would drop from it. In Responses nothing does: items name each other by
 * id, so that each that is missing is missed, and the provider leaves out by itself what it has no use for.
 */
const leave: Readonly<Record<string, { mayHold(message: unknown): boolean; leave: Leave; leaves(planned: Planned): boolean }>> = {
  'openai-chat': {
    mayHold: (message) => reasoningFields.some((field) => field in asObject(message)),
    leaves: ({ isDropped }) => isDropped,
    leave(messages, reasoning, conversation) {
      // The places of messages are told by number.
      if (conversation.messages.length !== messages.length) return undefined
      const kept = new Set(reasoning.filter(({ isDropped }) => !isDropped).map(({ message }) => message))
      const dropped = new Set(reasoning.map(({ message }) => message).filter((message) => !kept.has(message)))
      if (dropped.size === 0) return undefined
      return messages.map((message, index) => (dropped.has(index) ? withoutFields(message) : message))
    },
  },
  // What is signed goes back as it came, also where it is old: nothing of it may be missing inside a tool loop, and before it the provider decides.
  'anthropic-messages': {
    mayHold: (message) => asList(asObject(message)['content']).some(isUnsigned),
    leaves: isRefused,
    leave(messages, reasoning) {
      return reasoning.some(isRefused) ? messages.map(withoutUnsigned) : undefined
    },
  },
}

/**
 * A request without reasoning that the upstream has no use for, or would refuse.
 *
 * @param replay - What becomes of reasoning there.
 * @returns Undefined where all of it stays. `notes`: one for each reasoning that is left out.
 */
export function withoutOldReasoning(
  format: Pick<WireFormat, 'id' | 'readRequest'>,
  json: Json,
  replay: (conversation: Conversation) => ReplayPlan,
): { json: Json; plan: ReplayPlan; notes: readonly string[] } | undefined {
  const rule = leave[format.id]
  const messages = asList(json['messages'])
  if (rule === undefined || !messages.some(rule.mayHold)) return undefined
  const conversation = format.readRequest!(json)
  const plan = replay(conversation)
  const reasoning = reasoningIn(conversation, plan)
  const left = rule.leave(messages, reasoning, conversation)
  if (left === undefined) return undefined
  const notes = reasoning.filter(rule.leaves).map(({ message, reason }) => `message ${message}, reasoning dropped: ${reason}`)
  return { json: { ...json, messages: left }, plan, notes }
}

/** The provider would refuse the request for it. */
function isRefused({ isDropped, block }: Planned): boolean {
  return isDropped && (block.seals ?? []).length === 0
}

const reasoningIn = ({ messages }: Conversation, { decisions }: ReplayPlan): Planned[] =>
  decisions.flatMap(({ message, item, action, reason }) => {
    const of = messages[message]
    const block = of?.role === 'assistant' && item !== undefined ? of.items[item] : undefined
    return block?.type === 'block' && block.channel === 'reasoning' ? [{ message, block, isDropped: action === 'dropped', reason }] : []
  })

const withoutFields = (message: unknown): Json =>
  Object.fromEntries(Object.entries(asObject(message)).filter(([field]) => !reasoningFields.includes(field)))

/** A message that would have nothing left stays as it is. */
function withoutUnsigned(message: unknown): unknown {
  const { role, content } = asObject(message)
  if (role !== 'assistant' || !Array.isArray(content)) return message
  const rest = content.filter((block) => !isUnsigned(block))
  return rest.length === 0 || rest.length === content.length ? message : { ...asObject(message), content: rest }
}

function isUnsigned(block: unknown): boolean {
  const { type, signature } = asObject(block)
  return type === 'thinking' && (signature === undefined || signature === '')
}
