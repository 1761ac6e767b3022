import type { Conversation, KnobReport, Target } from '@reason/core/conversation'
import { planThinking, type PlannedThinking, type ThinkingWords } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { isLoose, isNumber, isString, keptOf } from './fields.ts'
import { sentFields } from './knob-fields.ts'
import { isClaude, isRefused, modelRowOf } from './models.ts'

/** Thinking settings to write into a request. */
export interface ThinkingPlan extends PlannedThinking {
  maxTokens: number
  report: KnobReport
}

/** Default output limit, as this format requires one. */
const USUAL_LENGTH = 16_384
const ANSWER_LENGTH = 4096

/** @param offBecause - Reason to turn thinking off, whatever the request asks for. */
export function planKnobs(conversation: Conversation, target: Target, offBecause?: string): ThinkingPlan {
  const row = modelRowOf(target)
  const planned = planThinking({
    conversation,
    model: target.model,
    row,
    own: ownWords(conversation, target),
    strict: isClaude(target),
    lengthField: 'max_tokens',
    offBecause,
  })
  const { words, effective, notes } = planned
  const budget = words.thinking?.budget_tokens
  const wanted = Math.max(USUAL_LENGTH, isNumber(budget) ? budget + ANSWER_LENGTH : 0)
  const maxTokens = planned.maxOutputTokens ?? Math.min(wanted, row.maxOutput ?? wanted)
  const made = planned.maxOutputTokens === undefined ? [`max_tokens is required, and was missing or invalid: it became ${maxTokens}.`] : []
  return {
    ...planned,
    maxTokens,
    report: { asked: conversation.knobs ?? {}, sent: sentFields(words), effective, notes: [...notes, ...made] },
  }
}

/** Returns the original thinking fields of a request of this format, unless the target is known to refuse them. */
function ownWords(conversation: Conversation, target: Target): ThinkingWords | undefined {
  if (conversation.extra?.wire !== WIRE) return undefined
  const { thinking, output_config: output } = keptOf(conversation)
  if (isRefused(target, thinking)) return undefined
  const effort = isLoose(output) ? output.effort : undefined
  return { ...(isLoose(thinking) && { thinking }), ...(isString(effort) && { effort }) }
}
