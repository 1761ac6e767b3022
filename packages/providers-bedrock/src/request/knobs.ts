import type { Conversation, KnobReport, Knobs, Target } from '@reason/core/conversation'
import { WIRE } from '../wire-id.ts'
import { isLoose, isNumber, keptOf, type Loose } from './fields.ts'
import { budgetFor, effortFor, nearestEffort, pickKnobs, readKnobs, saysTheSame, sentFields } from './knob-fields.ts'
import { modelRowOf, type ModelRow } from './models.ts'

/** What a request is to say of thinking. */
export interface ThinkingPlan {
  /** Fields of `additionalModelRequestFields`. */
  fields: Loose
  /** `default`: nothing is said, and the model does what it does. */
  mode: 'enabled' | 'adaptive' | 'off' | 'default'
  /** The request says it in the provider's own words, and they go as they are. */
  verbatim: boolean
  refusals: readonly string[]
  report: KnobReport
}

const MIN_BUDGET = 1024

/** @param offBecause - Thinking is to be off whatever was asked, for this reason. */
export function planThinking(conversation: Conversation, target: Target, offBecause?: string): ThinkingPlan {
  const { knobs: asked = {}, sampling = {}, toolChoice } = conversation
  const row = modelRowOf(target.model)
  const notes: string[] = []
  const say = (note: string) => notes.push(note)
  const refusals: string[] = []

  const own = ownWords(conversation)
  const verbatim = offBecause === undefined && own !== undefined && saysTheSame(readKnobs(own), asked) && isTaken(own, row)
  let fields = verbatim ? own : mapKnobs(asked, row, target.model, say)
  if (offBecause !== undefined) turnOff(offBecause)
  const forced = toolChoice === 'required' || typeof toolChoice === 'object'
  const mode = modeOf(fields)
  if (row.form === 'claude' && forced && (mode === 'enabled' || mode === 'adaptive')) {
    turnOff('a tool choice that forces a call is refused while thinking is on')
  }
  if (row.form === 'claude') fitBudget()
  if (row.form === 'nova') fitNova()
  return {
    fields,
    mode: modeOf(fields),
    verbatim,
    refusals,
    report: { asked, sent: sentFields(fields), effective: effectOf(fields, row), notes },
  }

  function turnOff(reason: string): void {
    if (modeOf(fields) === 'off' || (modeOf(fields) === 'default' && row.thinks !== 'by-default')) return
    fields = { thinking: { type: 'disabled' } }
    say(`Thinking was switched off for this request: ${reason}.`)
  }

  /** At least 1,024, and less than the output as a whole. With tools an interleaved budget may be more: that is known to the client alone. */
  function fitBudget(): void {
    const name = isLoose(fields.thinking) ? 'thinking' : 'reasoning_config'
    const thinking = fields[name]
    if (!isLoose(thinking) || thinking.type !== 'enabled' || !isNumber(thinking.budget_tokens)) return
    let tokens = thinking.budget_tokens
    if (tokens < MIN_BUDGET) {
      say(`A budget is at least ${MIN_BUDGET} tokens: ${tokens} became ${MIN_BUDGET}.`)
      tokens = MIN_BUDGET
    }
    const most = sampling.maxOutputTokens ?? Number.POSITIVE_INFINITY
    const mayInterleave = verbatim && (conversation.tools?.length ?? 0) > 0
    if (tokens >= most && !mayInterleave) {
      if (most <= MIN_BUDGET) {
        const rule = `thinking takes a budget of at least ${MIN_BUDGET} tokens, and less than maxTokens, which is ${most}`
        if (!verbatim) return turnOff(rule)
        refusals.push(`There is no room to think: ${rule}. Allow more output, or switch thinking off.`)
        return
      }
      const room = Math.max(MIN_BUDGET, Math.floor(most * 0.8))
      say(`The budget has to be less than maxTokens, ${most}: ${tokens} became ${room}, so that something is left for the answer.`)
      tokens = room
    }
    if (tokens !== thinking.budget_tokens) fields = { ...fields, [name]: { ...thinking, budget_tokens: tokens } }
  }

  /** With the effort `high` Nova takes no limit of the output. */
  function fitNova(): void {
    const config = fields.reasoningConfig
    if (!isLoose(config) || config.maxReasoningEffort !== 'high' || sampling.maxOutputTokens === undefined) return
    fields = { ...fields, reasoningConfig: { ...config, maxReasoningEffort: 'medium' } }
    say('With the effort high Nova takes no maxTokens: the limit stays, and the effort became medium.')
  }
}

/** As the request has it, where it is of this format. */
function ownWords(conversation: Conversation): Loose | undefined {
  if (conversation.extra?.wire !== WIRE) return undefined
  const { additionalModelRequestFields: additional } = keptOf(conversation)
  return isLoose(additional) ? pickKnobs(additional) : {}
}

function isTaken(fields: Loose, row: ModelRow): boolean {
  const names = Object.keys(fields)
  if (names.length === 0) return true
  if (row.form === 'nova') return names.every((name) => name === 'reasoningConfig')
  if (row.form === 'effort') return names.every((name) => name === 'reasoning_effort')
  if (row.form === 'fixed') return row.models.length === 0
  const holder = fields.thinking ?? fields.reasoning_config
  const type = isLoose(holder) ? holder.type : undefined
  if (names.some((name) => name === 'reasoningConfig' || name === 'reasoning_effort')) return false
  const { effort } = readKnobs(fields)
  if (effort !== undefined && row.efforts?.includes(effort) !== true) return false
  if (type === undefined || type === 'disabled') return true
  if (type === 'enabled') return row.thinking === 'budget' || row.thinking === 'both'
  return type !== 'adaptive' || row.thinking === 'adaptive' || row.thinking === 'both'
}

/** Knobs in the words of a model. */
function mapKnobs(knobs: Knobs, row: ModelRow, model: string, say: (note: string) => void): Loose {
  const { enabled, effort, budgetTokens, visibility } = knobs
  const isOff = enabled === false || (enabled === undefined && (effort === 'none' || budgetTokens === 0))
  const wanted = effort === 'none' ? undefined : effort
  const asks = !isOff && (enabled === true || wanted !== undefined || budgetTokens !== undefined)
  if (visibility !== undefined && row.form !== 'claude')
    say('What is to be seen of the reasoning cannot be set there: it is shown as it is.')
  if (row.form === 'fixed') {
    if (isOff && row.thinks === 'always') say(`${model} always thinks: it cannot be turned off.`)
    else if (isOff || asks) say(`No field is known by which ${model} is told how to think; nothing was sent.`)
    return {}
  }
  if (row.thinks === 'never') {
    if (asks) say(`${model} cannot think; nothing was sent.`)
    return {}
  }
  if (isOff) return off(row, model, say)
  if (!asks) return visibility !== undefined && row.form === 'claude' ? show(visibility, row, model, say) : {}

  const tokens = budgetTokens === undefined ? undefined : Math.trunc(budgetTokens)
  const byBudget = row.form === 'claude' && (row.thinking === 'budget' || (row.thinking === 'both' && tokens !== undefined))
  if (byBudget) {
    const budget = tokens ?? budgetFor(wanted ?? 'medium')
    if (tokens === undefined)
      say(`${model} wants a budget: ${wanted === undefined ? 'it got' : `the effort ${wanted} became`} ${budget} tokens.`)
    return { thinking: { type: 'enabled', budget_tokens: budget, ...displayOf(visibility, row, say) } }
  }
  const level = wanted ?? (tokens === undefined ? undefined : effortFor(tokens))
  const grade = level === undefined ? undefined : nearestEffort(level, row.efforts ?? ['low', 'medium', 'high'])
  if (level !== grade) say(`${model} has no effort ${level}: it makes the effort ${grade}.`)
  if (tokens !== undefined) say(`${model} takes no budget: ${tokens} tokens became the effort ${grade}.`)
  if (row.form === 'claude') {
    return {
      thinking: { type: 'adaptive', ...displayOf(visibility, row, say) },
      ...(grade !== undefined && { output_config: { effort: grade } }),
    }
  }
  return row.form === 'nova'
    ? { reasoningConfig: { type: 'enabled', maxReasoningEffort: grade ?? 'medium' } }
    : { reasoning_effort: grade ?? 'medium' }
}

function off(row: ModelRow, model: string, say: (note: string) => void): Loose {
  if (row.form === 'nova') return { reasoningConfig: { type: 'disabled' } }
  if (row.form === 'claude') return { thinking: { type: 'disabled' } }
  say(`${model} always thinks: it cannot be turned off, and makes the least effort, low.`)
  return { reasoning_effort: 'low' }
}

/** Nothing was asked but what is to be seen. */
function show(visibility: NonNullable<Knobs['visibility']>, row: ModelRow, model: string, say: (note: string) => void): Loose {
  if (row.thinks === 'by-default') return { thinking: { type: 'adaptive', ...displayOf(visibility, row, say) } }
  say(`Nothing was asked but what is to be seen of the thinking, and ${model} does not think unless it is told to; nothing was sent.`)
  return {}
}

function displayOf(visibility: Knobs['visibility'], row: ModelRow, say: (note: string) => void): Loose {
  if (visibility === undefined || (visibility === 'full' && row.shows === 'full')) return {}
  if (row.display !== true) {
    say('What is to be seen of the thinking cannot be set there: it is shown as it is.')
    return {}
  }
  if (visibility === 'full') say('The thinking itself is never shown: a digest of it is.')
  return { display: visibility === 'none' ? 'omitted' : 'summarized' }
}

function modeOf(fields: Loose): ThinkingPlan['mode'] {
  const holder = [fields.thinking, fields.reasoning_config, fields.reasoningConfig].find(isLoose)
  if (holder?.type === 'disabled') return 'off'
  return holder?.type === 'enabled' || holder?.type === 'adaptive' ? holder.type : 'default'
}

function effectOf(fields: Loose, row: ModelRow): Knobs {
  const read = readKnobs(fields)
  const thinks = row.thinks !== 'if-asked' && row.thinks !== 'never'
  // Of models without a row nobody knows.
  if (row.models.length === 0) return read
  const enabled = row.thinks === 'always' || (row.thinks !== 'never' && (read.enabled ?? (row.form === 'effort' || thinks)))
  return enabled ? { visibility: row.shows, ...read, enabled } : { enabled }
}
