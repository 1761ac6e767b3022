import type { Conversation, KnobReport, Target } from '@reason/core/conversation'
import { claudeRowOf, planThinking, type PlannedThinking, type ThinkingRow, type ThinkingWords } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { isLoose, isString, keptOf, without, type Loose } from './fields.ts'
import { pickKnobs, sentFields } from './knob-fields.ts'
import { canonicalModel } from './model-alias.ts'
import { modelRowOf } from './models.ts'
import { planOtherKnobs, type OtherKnobs } from './other-knobs.ts'

/** Thinking settings to write into a request. */
export interface ThinkingPlan extends PlannedThinking {
  /** Fields of `additionalModelRequestFields`. */
  fields: Loose
  report: KnobReport
}

/** @param offBecause - Reason to turn thinking off, whatever the request asks for. */
export function planKnobs(conversation: Conversation, target: Target, offBecause?: string): ThinkingPlan {
  const row = modelRowOf(target.model)
  const { knobs: asked = {}, sampling = {} } = conversation
  const own = ownFields(conversation)
  const planned =
    row.form === 'claude'
      ? planClaude(conversation, target, own, offBecause)
      : planOtherKnobs(asked, { row, model: target.model, own, maxOutputTokens: sampling.maxOutputTokens })
  const { fields, effective, notes } = planned
  return { words: {}, ...planned, report: { asked, sent: sentFields(fields), effective, notes } }
}

function planClaude(conversation: Conversation, { model }: Target, own: Loose | undefined, offBecause?: string): OtherKnobs {
  const said = own === undefined ? undefined : wordsOf(own)
  const row = claudeRow(model, said)
  const planned = planThinking({ conversation, model, row, own: said, strict: true, lengthField: 'maxTokens', offBecause })
  const { thinking, effort } = planned.words
  if (own !== undefined && planned.words === said) return { ...planned, fields: own }
  const name = planned.verbatim && isLoose(own?.reasoning_config) ? 'reasoning_config' : 'thinking'
  return {
    ...planned,
    fields: { ...(thinking !== undefined && { [name]: thinking }), ...(effort !== undefined && { output_config: { effort } }) },
  }
}

/** Returns the row of a Claude model. An effort beside a budget is a beta feature, so it is sent only if the request had one. */
export function claudeRow(model: string, own?: ThinkingWords): ThinkingRow {
  const row = claudeRowOf(canonicalModel(model))
  if (row.thinking !== 'budget' || own?.effort !== undefined) return row
  const { efforts: _, ...rest } = row
  return rest
}

/** Returns the original thinking fields of a request of this format. */
function ownFields(conversation: Conversation): Loose | undefined {
  if (conversation.extra?.wire !== WIRE) return undefined
  const { additionalModelRequestFields: additional } = keptOf(conversation)
  return isLoose(additional) ? pickKnobs(additional) : {}
}

/** Returns Claude's thinking settings. Undefined if the fields are another maker's. */
function wordsOf(own: Loose): ThinkingWords | undefined {
  if (Object.keys(without(own, 'thinking', 'reasoning_config', 'output_config')).length > 0) return undefined
  const thinking = [own.thinking, own.reasoning_config].find(isLoose)
  const effort = isLoose(own.output_config) ? own.output_config.effort : undefined
  return { ...(thinking !== undefined && { thinking }), ...(isString(effort) && { effort }) }
}
