import type { Effort, Knobs } from '@reason/core/conversation'
import { effortFor, isSame, nearestEffort, thinkingWish } from '@reason/wire-kit'
import { modeOf, type PlannedThinking } from '@reason/claude'
import { isLoose, type Loose } from './fields.ts'
import { readKnobs } from './knob-fields.ts'
import type { ModelRow } from './models.ts'

type Say = (note: string) => void

/** Fields of `additionalModelRequestFields` for models other than Claude. */
export interface OtherKnobs extends Omit<PlannedThinking, 'words'> {
  fields: Loose
}

/** @param own - Thinking fields of the request. Undefined for a request of another format. */
export function planOtherKnobs(
  asked: Knobs,
  { row, model, own, maxOutputTokens }: { row: ModelRow; model: string; own: Loose | undefined; maxOutputTokens: number | undefined },
): OtherKnobs {
  const notes: string[] = []
  const say = (note: string) => notes.push(note)
  const verbatim = own !== undefined && isSame(readKnobs(own), asked) && isTaken(own, row)
  const fields = fitNova(verbatim ? own : mapKnobs(asked, row, model, say), maxOutputTokens, say)
  const effective = effectOf(fields, row)
  const mode = modeOf(fields.reasoningConfig)
  return { fields, mode, verbatim, maxOutputTokens, thinks: effective.enabled === true, effective, notes, refusals: [] }
}

function isTaken(fields: Loose, { form, models }: ModelRow): boolean {
  const names = Object.keys(fields)
  if (names.length === 0) return true
  if (form === 'claude' || form === 'fixed') return models.length === 0
  return names.every((name) => name in fieldsOf[form]('low'))
}

/** The field of each form, for an effort. */
const fieldsOf = {
  nova: (effort: Effort = 'medium'): Loose => ({ reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } }),
  effort: (effort: Effort = 'medium'): Loose => ({ reasoning_effort: effort }),
  qwen: (effort: Effort = 'high'): Loose => ({ reasoning_config: effort }),
}

/** Converts knobs to the fields of a model. */
function mapKnobs(knobs: Knobs, row: ModelRow, model: string, say: Say): Loose {
  const { budgetTokens, visibility } = knobs
  const { off: isOff, on, effort: wanted } = thinkingWish(knobs)
  const asks = on || (!isOff && budgetTokens !== undefined)
  if (visibility !== undefined) say('The visibility of reasoning cannot be set there: it is shown unchanged.')
  if (row.form === 'fixed') {
    if (isOff && row.thinks === 'always') say(`${model} always thinks: it cannot be turned off.`)
    else if (isOff || asks) say(`No known field controls the thinking of ${model}; nothing was sent.`)
    return {}
  }
  if (isOff) return off(row, model, say)
  if (!asks) return {}

  const tokens = budgetTokens === undefined ? undefined : Math.trunc(budgetTokens)
  const level = wanted ?? (tokens === undefined ? undefined : effortFor(tokens))
  const grade = level === undefined ? undefined : nearestEffort(level, row.efforts ?? [])
  if (level !== grade) say(`${model} has no effort ${level}: it makes the effort ${grade}.`)
  if (tokens !== undefined) say(`${model} takes no budget: ${tokens} tokens became the effort ${grade}.`)
  return row.form === 'claude' ? {} : fieldsOf[row.form](grade)
}

function off(row: ModelRow, model: string, say: Say): Loose {
  if (row.form === 'nova') return { reasoningConfig: { type: 'disabled' } }
  // Without the field, Qwen does not think.
  if (row.form === 'qwen') return {}
  say(`${model} always thinks: it cannot be turned off, and makes the least effort, low.`)
  return { reasoning_effort: 'low' }
}

/** Lowers the effort `high` if there is an output limit, as Nova accepts no limit with it. */
function fitNova(fields: Loose, maxOutputTokens: number | undefined, say: Say): Loose {
  const config = fields.reasoningConfig
  if (!isLoose(config) || config.maxReasoningEffort !== 'high' || maxOutputTokens === undefined) return fields
  say('With the effort high Nova takes no maxTokens: the limit stays, and the effort became medium.')
  return { ...fields, reasoningConfig: { ...config, maxReasoningEffort: 'medium' } }
}

function effectOf(fields: Loose, row: ModelRow): Knobs {
  const read = readKnobs(fields)
  // A model without a row has unknown defaults, so only the request counts.
  if (row.models.length === 0) return read
  const enabled = row.thinks === 'always' || (read.enabled ?? row.form === 'effort')
  return enabled ? { visibility: row.shows, ...read, enabled } : { enabled }
}
