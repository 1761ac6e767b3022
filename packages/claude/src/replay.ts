import { openLoopFrom, planReplay } from '@reason/core/conversation'
import type { AssistantMessage, Message, PlannedMessages, ReplayRule, Target } from '@reason/core/conversation'
import { underOneCloud } from './clouds.ts'
import type { ThinkingRow } from './models.ts'
import type { PlannedThinking } from './plan-thinking.ts'
import { isOn, type ThinkingMode } from './thinking-fields.ts'

/** Replay rules for Claude, by the thinking mode of the request. */
const asItCame: ReplayRule = {
  ownNativeOnly: true,
  text: 'never',
  sealed: 'always',
  boundTo: ['provider', 'model', 'upstream'],
  resultsJoinUser: true,
  because: 'thinking goes back signed and as it came, or not at all',
}
const rules: Readonly<Record<ThinkingMode, ReplayRule>> = {
  enabled: {
    ...asItCame,
    whenMissing: 'refuse',
    because: 'while thinking is on, a tool loop begins with the thinking that led to it, signed by the model that goes on with it',
  },
  adaptive: asItCame,
  default: asItCame,
  off: { ...asItCame, sealed: 'closed-turns', because: 'while thinking is off, the turn that is going on cannot have any' },
}

export interface ClaudeReplay<T extends PlannedThinking> extends PlannedMessages {
  thinking: T
}

/**
 * Plans the replay to Claude. If the request asks for thinking, but the open tool loop has none that may go back,
 * thinking is turned off.
 *
 * @param think - Plans the thinking. It is called again, with the reason, if thinking has to be off.
 * @param remedy - Remedy for a loop that lost its thinking, as a sentence.
 */
export function planClaudeReplay<T extends PlannedThinking>(
  conversation: readonly Message[],
  { target, row, model, remedy }: { target: Target; row: ThinkingRow; model: string; remedy: string },
  think: (offBecause?: string) => T,
): ClaudeReplay<T> {
  const messages = conversation.map((message) => underOneCloud(message, target))
  let thinking = think()
  let planned = plan()
  // Knobs may be overridden. A request in the provider's own fields is sent unchanged or refused, unless the gateway
  // itself had to remove the thinking (another model continues).
  const openFrom = openLoopFrom(messages, { resultsJoinUser: true })
  const taken = planned.decisions.some(({ action, message }) => action === 'dropped' && message > openFrom)
  const refused = planned.decisions.find(({ action }) => action === 'refused')
  if (refused !== undefined && (!thinking.verbatim || taken)) {
    const reason = `the tool loop that is open has no thinking of ${model}, and without it may not go on thinking`
    thinking = think(reason)
    planned = plan()
    planned.decisions.push({ message: refused.message, action: 'downgraded', reason: `thinking is off for this request: ${reason}` })
  }
  return {
    thinking,
    messages: planned.messages,
    decisions: planned.decisions,
    refusals: [
      ...planned.refusals.map((refusal) => `${refusal} ${remedy}`),
      ...thinking.refusals,
      ...prefill(planned.messages, row, thinking),
    ],
  }

  function plan(): PlannedMessages {
    const rule = rules[thinking.mode]
    // Documentation does not tell whether text after a result closes the loop, so it causes no refusal.
    return withoutLastThoughts(
      planReplay({ messages }, target, thinking.verbatim && thinking.mode === 'enabled' ? { ...rule, resultsJoinUser: false } : rule),
    )
  }
}

/**
 * Drops thinking at the end of a turn: `The final block in an assistant message cannot be thinking`. A paused turn, which comes last, may end so. Messages
 * of the assistant that follow each other are one turn.
 */
function withoutLastThoughts({ messages, decisions, refusals }: PlannedMessages): PlannedMessages {
  const kept = [...messages]
  /** The message before this one ends a turn. */
  let isEnd = false
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!
    if (message.role !== 'assistant') isEnd = true
    else if (isEnd) {
      const items = message.items.slice(0, message.items.findLastIndex((item) => item.type !== 'block' || item.channel !== 'reasoning') + 1)
      isEnd = items.length === 0
      if (items.length === message.items.length) continue
      decisions.push({ message: index, action: 'dropped', reason: 'a message cannot end in thinking' })
      kept[index] = { ...message, items }
    }
  }
  return { messages: kept, decisions, refusals }
}

/** Lists refusals of a prefilled answer. A paused turn ends otherwise: with thinking, or with a block of a server tool. */
function prefill(messages: readonly Message[], { noPrefill }: ThinkingRow, { mode }: PlannedThinking): string[] {
  const last = messages.findLast(({ role }) => role !== 'system' && role !== 'developer')
  if (last?.role !== 'assistant' || !(isOn(mode) || noPrefill === true) || !isPrefill(last)) return []
  const rule =
    noPrefill === true
      ? 'which this model refuses. Leave it out'
      : 'which is refused while thinking is on. Leave it out, or switch thinking off'
  return [`The last message begins the answer for the model, ${rule}.`]
}

const isPrefill = ({ items }: AssistantMessage): boolean =>
  items.length > 0 && items.every((item) => item.type === 'block' && item.channel !== 'reasoning')
