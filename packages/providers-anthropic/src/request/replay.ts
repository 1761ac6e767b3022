import type { AssistantMessage, Conversation, Message, ReplayDecision, ReplayPlan, ReplayRule, Target } from '@reason/core/conversation'
import { planReplay } from '@reason/core/conversation'
import { pairCalls } from './call-ids.ts'
import { planThinking, type ThinkingPlan } from './knobs.ts'
import { isClaude } from './models.ts'
import { canonicalModel, underOneName } from './model-alias.ts'
import { writeMessages, type WrittenMessages } from './write-messages.ts'

/** What Claude wants back, by what the request says of thinking. */
const claudeRules: Readonly<Record<ThinkingPlan['mode'], ReplayRule>> = {
  enabled: {
    text: 'never',
    sealed: 'always',
    whenMissing: 'refuse',
    because: 'while thinking is on, a tool loop begins with the thinking that led to it, signed by the model that goes on with it',
  },
  adaptive: { text: 'never', sealed: 'always', because: 'thinking goes back signed and as it came, or not at all' },
  default: { text: 'never', sealed: 'always', because: 'thinking goes back signed and as it came, or not at all' },
  off: {
    text: 'never',
    sealed: 'closed-turns',
    because: 'while thinking is off, the turn that is going on cannot have any',
  },
}

/** MiniMax, Kimi, DeepSeek, GLM and local servers sign nothing that they check, and want their thinking in tool loops. */
const othersRule: ReplayRule = { text: 'always', sealed: 'always', because: 'the model goes on from its own thinking' }

/** All that is decided of a request before it is written. */
export interface RequestPlan {
  thinking: ThinkingPlan
  written: WrittenMessages
  replay: ReplayPlan
  notCarried: Set<string>
}

export function planRequest(conversation: Conversation, to: Target): RequestPlan {
  const target = { ...to, model: canonicalModel(to.model) }
  const messages = conversation.messages.map(underOneName)
  let thinking = planThinking(conversation, to)
  let planned = planReplay({ messages }, target, ruleFor(to, thinking))
  const decisions: ReplayDecision[] = []
  // A knob is a wish, a request in the provider's own words is none: that is sent as it is or not at all, unless it was us who had to
  // take the thinking out (another model goes on).
  const taken = planned.decisions.some(({ action, message }) => action === 'dropped' && isInOpenLoop(messages, message))
  if (planned.refusals.length > 0 && (!thinking.verbatim || taken)) {
    const { message } = planned.decisions.find(({ action }) => action === 'refused')!
    const reason = `the tool loop that is open has no thinking of ${to.model}, and without it may not go on thinking`
    decisions.push({ message, action: 'downgraded', reason: `thinking is off for this request: ${reason}` })
    thinking = planThinking(conversation, to, reason)
    planned = planReplay({ messages }, target, ruleFor(to, thinking))
  }
  const ids = pairCalls(planned.messages, /[^A-Za-z0-9_-]/g)
  const notCarried = new Set<string>()
  const written = writeMessages(planned.messages, ids, (what) => notCarried.add(what))
  const refusals = [...withRemedy(planned.refusals), ...thinking.refusals, ...ids.refusals, ...prefill(planned.messages, thinking)]
  return {
    thinking,
    written,
    notCarried,
    replay: { messages: written.messages, decisions: [...planned.decisions, ...decisions], refusals },
  }
}

const ruleFor = (target: Target, { mode }: ThinkingPlan): ReplayRule => (isClaude(target) ? claudeRules[mode] : othersRule)

const isInOpenLoop = (messages: readonly Message[], index: number): boolean => index > messages.findLastIndex(({ role }) => role === 'user')

const withRemedy = (refusals: readonly string[]): string[] =>
  refusals.map(
    (refusal) => `${refusal} Send the thinking and redacted_thinking blocks back that came with the calls, or switch thinking off.`,
  )

/** An answer that is begun for the model. A turn that was paused ends otherwise: with thinking, or with what server tools did. */
function prefill(messages: readonly Message[], { mode }: ThinkingPlan): string[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || (mode !== 'enabled' && mode !== 'adaptive') || !isPrefill(last)) return []
  return ['The last message begins the answer for the model, which is refused while thinking is on. Leave it out, or switch thinking off.']
}

const isPrefill = ({ items }: AssistantMessage): boolean =>
  items.length > 0 && items.every((item) => item.type === 'block' && item.channel !== 'reasoning')
