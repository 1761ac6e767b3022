import { planReplay, type Conversation, type ReplayPlan, type ReplayRule, type Target } from '@reason/core/conversation'
import { pairCalls, underOneName, type Steps } from '@reason/wire-kit'
import { planClaudeReplay, type ClaudeReplay } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { isLoose, keptOf } from './fields.ts'
import { planKnobs, type ThinkingPlan } from './knobs.ts'
import { canonicalModel } from './model-alias.ts'
import { isClaude, modelRowOf } from './models.ts'
import { writeMessages, type WrittenMessages } from './write-messages.ts'

/** Rule for MiniMax, Kimi, DeepSeek, GLM and local servers, which do not check signatures, and want their thinking back in tool loops. */
const othersRule: ReplayRule = {
  text: 'always',
  sealed: 'always',
  ownNativeOnly: true,
  because: 'the model goes on from its own thinking',
}

const demanding = { whenMissing: 'empty', because: 'with tools, this model wants thinking in every message of the assistant' } as const

/** True if the target would refuse a message without thinking. */
function wantsThinking({ tools = [], messages }: Conversation, target: Target, { mode }: ThinkingPlan): boolean {
  return modelRowOf(target).wantsThinking === true && mode !== 'off' && (tools.length > 0 || messages.some(({ role }) => role === 'tool'))
}

/** Decisions about a request before it is written. */
export interface RequestPlan {
  thinking: ThinkingPlan
  written: WrittenMessages
  replay: ReplayPlan
  notCarried: Set<string>
}

const callIds = { prefix: 'toolu_', refused: /[^A-Za-z0-9_-]/g, maxLength: 64 }

export function* planRequest(conversation: Conversation, target: Target): Steps<RequestPlan> {
  const { thinking, messages, decisions, refusals } = planItems(conversation, target)
  yield
  const { thread } = keptOf(conversation)
  const ids = pairCalls(messages, { ...callIds, isContinued: isLoose(thread) && thread['type'] === 'continue' })
  yield
  const notCarried = new Set<string>()
  const written = yield* writeMessages(
    messages,
    {
      ids,
      target,
      origin: conversation.origin,
      areMarked: conversation.extra?.wire !== WIRE,
      keepsEmpty: wantsThinking(conversation, target, thinking),
    },
    (what) => notCarried.add(what),
  )
  const isEmpty = conversation.extra?.wire !== WIRE && conversation.messages.length > 0 && written.messages.length === 0
  const empty = isEmpty ? ['There is no message but instructions, and one is needed. Add what the user says.'] : []
  return {
    thinking,
    written,
    notCarried,
    replay: { messages: written.messages, decisions, refusals: [...refusals, ...ids.refusals, ...empty] },
  }
}

function planItems(conversation: Conversation, to: Target): ClaudeReplay<ThinkingPlan> {
  const target = { ...to, model: canonicalModel(to.model) }
  const messages = conversation.messages.map((message) => underOneName(message, canonicalModel))
  const think = (offBecause?: string) => planKnobs(conversation, to, offBecause)
  if (!isClaude(to)) {
    const thinking = think()
    const rule = wantsThinking(conversation, to, thinking) ? { ...othersRule, ...demanding } : othersRule
    return { ...planReplay({ messages }, target, rule), thinking }
  }
  const remedy = 'Send the thinking and redacted_thinking blocks back that came with the calls, or switch thinking off.'
  return planClaudeReplay(messages, { target, row: modelRowOf(to), model: to.model, remedy }, think)
}
