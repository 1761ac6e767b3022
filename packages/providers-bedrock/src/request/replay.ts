import { planReplay, type Conversation, type Message, type ReplayPlan, type Target } from '@reason/core/conversation'
import { pairCalls, underOneName, type Steps } from '@reason/wire-kit'
import { planClaudeReplay, type ClaudeReplay } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { cachePointFor } from './caching.ts'
import { claudeRow, planKnobs, type ThinkingPlan } from './knobs.ts'
import { canonicalModel } from './model-alias.ts'
import { modelRowOf } from './models.ts'
import { wrongTurns } from './turns.ts'
import { writeMessages, type WrittenMessages } from './write-messages.ts'

/** Decisions about a request before it is written. */
export interface RequestPlan {
  thinking: ThinkingPlan
  planned: readonly Message[]
  written: WrittenMessages
  replay: ReplayPlan
  notCarried: Set<string>
}

const callIds = { prefix: 'tooluse_', refused: /[^A-Za-z0-9_.:-]/g, maxLength: 64 }

export function* planRequest(conversation: Conversation, target: Target): Steps<RequestPlan> {
  const { thinking, messages, decisions, refusals } = planItems(conversation, target)
  yield
  const ids = pairCalls(messages, callIds)
  yield
  const notCarried = new Set<string>()
  const unsigned = modelRowOf(target.model).replay.text === 'always'
  const isOwn = conversation.extra?.wire === WIRE
  const written = yield* writeMessages(messages, { ids, unsigned, isOwn, cachePoint: cachePointFor(target.model) }, (what) =>
    notCarried.add(what),
  )
  const isEmpty = !isOwn && conversation.messages.length > 0 && written.messages.length === 0
  const empty = isEmpty ? ['There is no message but instructions, and one is needed. Add what the user says.'] : []
  return {
    thinking,
    planned: messages,
    written,
    notCarried,
    replay: {
      messages: written.messages,
      decisions,
      refusals: [...refusals, ...ids.refusals, ...wrongTurns(written.messages), ...empty],
    },
  }
}

function planItems(conversation: Conversation, to: Target): ClaudeReplay<ThinkingPlan> {
  const target = { ...to, model: canonicalModel(to.model) }
  const messages = conversation.messages.map((message) => underOneName(message, canonicalModel))
  const think = (offBecause?: string) => planKnobs(conversation, to, offBecause)
  const { form, replay } = modelRowOf(to.model)
  if (form !== 'claude') return { ...planReplay({ messages }, target, replay), thinking: think() }
  const remedy = 'Send the reasoningContent blocks back that came with the calls, or switch thinking off.'
  return planClaudeReplay(messages, { target, row: claudeRow(to.model), model: to.model, remedy }, think)
}
