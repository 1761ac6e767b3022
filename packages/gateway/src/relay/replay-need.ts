import type { WireFormat } from '@reason/core'
import type { Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Target } from '@reason/core/conversation'

/**
 * Decides whether the next step of a tool loop sends back any reasoning or seals of a message. It plans the step with and without them, and
 * compares the results. For a format without replay, the answer is always true.
 *
 * A message that ends in reasoning is taken for an incomplete one: a tool call is added to it. Responses rejects reasoning without an
 * item after it.
 */
export function wantedBack(wire: Pick<WireFormat, 'replay'>, target: Target): (message: AssistantMessage) => boolean {
  const { replay } = wire
  if (replay === undefined) return () => true
  const planned = (message: AssistantMessage): string => JSON.stringify(replay.call(wire, nextStep(message), target).messages)
  return (message) => {
    if (message.items.length > mostPlanned) return true
    const short = { ...message, items: message.items.map(shortened) }
    return planned(short) !== planned(bare(short))
  }
}

/** Longest message that is planned, in items. Planning takes some 10 µs for each item, twice. */
const mostPlanned = 500

/** Shortens long text. No plan depends on how a long text ends. */
const shortened = (item: Item): Item =>
  item.type === 'block' && item.text.length > longest ? { ...item, text: item.text.slice(0, longest) } : item

/** Length in UTF-16 units. */
const longest = 8192

function nextStep(begun: AssistantMessage): Conversation {
  const message = endsInThought(begun) ? { ...begun, items: [...begun.items, call] } : begun
  const results = message.items.flatMap((item) =>
    item.type === 'tool-call'
      ? [{ role: 'tool' as const, ...(item.id !== undefined && { call: item.id }), content: [{ type: 'text' as const, text: 'x' }] }]
      : [],
  )
  return {
    tools: [{ type: 'function', name: 'f', parameters: {} }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }, message, ...results],
  }
}

const call: Item = { type: 'tool-call', id: 'x', name: 'f', arguments: '{}', boundary: 'wire' }

function endsInThought({ items }: AssistantMessage): boolean {
  const last = items.findLast(({ type }) => type !== 'native')
  return last !== undefined && 'channel' in last && last.channel === 'reasoning'
}

/** Removes seals and all that clients get as reasoning. The blocks stay, because formats count them. */
function bare(message: AssistantMessage): AssistantMessage {
  const { seals: _, ...rest } = message
  return { ...rest, items: message.items.map(withoutSeals) }
}

function withoutSeals(item: Item): Item {
  const { seals: _, ...rest } = item
  return (rest.type === 'block' && rest.channel !== 'answer' ? { ...rest, text: '' } : rest) as Item
}
