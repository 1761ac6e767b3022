import type { Conversation, ReplayPlan, Target } from '@reason/core/conversation'
import type { Steps } from '@reason/wire-kit'
import { createDecisions } from './decisions.ts'
import { writeEntries, type RequestEntry } from './entries.ts'
import { isFromHere, kept } from './extra.ts'
import { takeInstructions } from './instructions.ts'
import { knobRow, requestRow } from '../dialect-rows.ts'
import { findRefusals } from './refusals.ts'
import { addEmptyReasoning, joinSteps } from './steps.ts'

export interface RequestPlan extends ReplayPlan {
  instructions: string | undefined
  notCarried: readonly string[]
}

/** Plans the items of a request, with the decisions about them. */
export function* planRequest(conversation: Conversation, target: Target, config: { commentary: boolean }): Steps<RequestPlan> {
  const row = requestRow(target)
  const decisions = createDecisions()
  const lost = new Set<string>()
  const taken = takeInstructions(conversation.messages)
  // Providers refuse a request without input, even if it has instructions.
  const areAll = taken.from === conversation.messages.length && !isFromHere(conversation)
  const { instructions, from } = areAll ? { instructions: undefined, from: 0 } : taken
  const { entries: written, refusals } = yield* writeEntries(conversation, {
    target,
    row,
    areKept: row.keeps === true && isFromHere(conversation) && kept(conversation.extra).store !== false,
    commentary: config.commentary,
    decisions,
    notCarried: (what) => lost.add(what),
  })
  yield
  let entries: RequestEntry[] = written.filter(({ message }) => message >= from)
  if (row.steps === true) entries = joinSteps(entries, decisions)
  if (row.steps === true && mayThink(conversation, target)) entries = addEmptyReasoning(entries, row.rule.because, decisions)
  return {
    messages: entries.map(({ item }) => item),
    decisions: decisions.list(),
    refusals: [...refusals, ...findRefusals(conversation, entries, target, row)],
    instructions,
    notCarried: [...lost],
  }
}

function mayThink({ knobs }: Conversation, target: Target): boolean {
  return knobs?.enabled !== false && (knobs?.effort ?? knobRow(target).byDefault) !== 'none'
}
