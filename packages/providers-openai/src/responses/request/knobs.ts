import type { Conversation, Effort, KnobReport, Knobs, Target } from '@reason/core/conversation'
import { defined, isLoose, isText, type Loose, without } from '@reason/wire-kit'
import { forcedToolWay } from '../../shared/forced-tool.ts'
import { supportedEffort } from '../../shared/openai-models.ts'
import { kept } from './extra.ts'
import { knobFields, readKnobs } from './knob-fields.ts'
import { knobRow } from '../dialect-rows.ts'

export interface PlannedKnobs {
  report: KnobReport
  /** Reasons why the provider would refuse the request. */
  refusals: string[]
}

/**
 * Writes the knobs into a request, as far as the target supports them, and resolves conflicts with other settings.
 *
 * @param body - Body of the request, complete except for the knobs. It is modified.
 */
export function writeKnobs(body: Record<string, unknown>, conversation: Conversation, target: Target): PlannedKnobs {
  const { knobs: asked = {}, sampling, toolChoice } = conversation
  const row = knobRow(target)
  const name = [target.provider, target.model].filter((part) => part !== undefined).join(' ')
  const before: Loose = isLoose(kept(conversation.extra).reasoning) ? (kept(conversation.extra).reasoning as Loose) : {}
  const notes: string[] = []
  const refusals: string[] = []
  const sent: Record<string, unknown> = {}
  /** True if `enabled` stays in its own field, as it was read. */
  const saysEnabled = row.budget === true && asked.enabled !== undefined && before.enabled === asked.enabled

  const effort = planEffort()
  const thinking = planBudget()
  const visibility = planVisibility()
  writeReasoning()
  const isOff =
    row.never === true ||
    (saysEnabled && asked.enabled === false) ||
    (effort ?? (thinking === undefined ? row.byDefault : undefined)) === 'none'
  resolveSampling()
  const turnedOff = resolveForcedTool()
  if (row.output !== undefined && typeof body['max_output_tokens'] !== 'number') {
    body['max_output_tokens'] = row.output
    notes.push(`${name} requires a limit of the output: max_output_tokens became ${row.output}.`)
  }
  const least = row.leastOutput ?? 0
  const most = body['max_output_tokens']
  if (typeof most === 'number' && most < least) {
    body['max_output_tokens'] = least
    notes.push(`${name} takes no limit of the output below ${least} tokens: ${most} became ${least}.`)
  }
  for (const field of row.refuses ?? []) if (body[field] !== undefined) remove(field, `${name} does not take it`)
  return { report: { asked, sent, effective: effectively(), notes }, refusals }

  /** @returns Effort to send. Undefined: none. */
  function planEffort(): Effort | undefined {
    const wanted = wantedEffort()
    if (wanted === undefined) return undefined
    if (row.never === true) {
      if (wanted !== 'none') notes.push(`${name} does not reason: effort ${wanted} was left out.`)
      return undefined
    }
    if (row.efforts.length === 0) {
      notes.push(
        wanted === 'none' ? `${name} always reasons: no field switches it off.` : `${name} refuses an effort: ${wanted} was left out.`,
      )
      return undefined
    }
    const known = row.as?.[wanted] ?? supportedEffort(wanted, row.efforts)
    if (known === undefined || known === wanted) return wanted
    if (wanted === 'none') notes.push(`${name} always reasons: its lowest effort, ${known}, was sent. Its reasoning is billed.`)
    else notes.push(`${name} takes the efforts ${row.efforts.join(', ')}: ${wanted} became ${known}.`)
    return known
  }

  function wantedEffort(): Effort | undefined {
    const { enabled, effort: level, budgetTokens: budget } = asked
    if (saysEnabled && level === undefined) return undefined
    if (enabled === false) {
      if (level !== undefined && level !== 'none') notes.push(`Reasoning is off, so effort ${level} was left out.`)
      return 'none'
    }
    const isBudget = budget !== undefined && row.budget !== true
    if (level !== undefined) {
      if (isBudget) notes.push(`${name} takes no limit in tokens: effort ${level} counts.`)
      return enabled === true && level === 'none' ? thinkingEffort() : level
    }
    if (isBudget) {
      const like = effortOf(budget)
      notes.push(`${name} takes no limit in tokens: ${budget} became effort ${like}, which is no limit.`)
      return like
    }
    if (budget !== undefined) return undefined
    return enabled === true && (row.byDefault === undefined || row.byDefault === 'none') ? thinkingEffort() : undefined
  }

  /** Returns the effort for thinking that is merely turned on. If the default is off or unknown, an effort has to be sent. */
  function thinkingEffort(): Effort {
    return row.byDefault === undefined || row.byDefault === 'none' ? 'medium' : row.byDefault
  }

  function planBudget(): number | undefined {
    const { budgetTokens: budget, enabled, effort: level } = asked
    if (row.budget !== true || budget === undefined || enabled === false || level === 'none') return undefined
    if (effort !== undefined) notes.push(`${name} takes an effort or a limit in tokens, not both: ${budget} tokens count.`)
    const most = sampling?.maxOutputTokens
    if (most !== undefined && budget >= most) {
      refusals.push(
        `${budget} tokens of reasoning leave none of the ${most} output tokens for the answer: ${name} requires a larger limit.`,
      )
    }
    return budget
  }

  /** @returns Value of `summary`. Undefined: none. */
  function planVisibility(): string | undefined {
    const { visibility: wanted } = asked
    if (row.shows === 'asked' || row.shows === undefined) {
      if (wanted === undefined || wanted === 'none') return undefined
      if (wanted === 'full') notes.push(`${name} shows only a summary of its reasoning: the detailed summary was requested.`)
      const given = [before.summary, before.generate_summary].find(isText)
      return given ?? (wanted === 'full' ? 'detailed' : 'auto')
    }
    if (wanted === 'none' && row.shows !== 'none')
      notes.push(`${name} shows its reasoning whatever is asked for. Withhold it from users who must not see it.`)
    if (wanted === 'full' && row.shows === 'summary') notes.push(`${name} shows only a summary of its reasoning.`)
    return undefined
  }

  function writeReasoning(): void {
    const rest = without(before, ...knobFields)
    if (row.modes !== true && Object.keys(rest).length > 0)
      notes.push(`${name} has no field for ${Object.keys(rest).join(', ')}: left out.`)
    const said: Record<string, unknown> = {
      ...unread(before),
      ...(row.modes === true && rest),
      ...(effort !== undefined && thinking === undefined && { effort }),
      ...(thinking !== undefined && { max_tokens: thinking }),
      ...(saysEnabled && { enabled: asked.enabled }),
      ...(visibility !== undefined && { summary: visibility }),
    }
    // An empty object stays empty.
    if (Object.keys(said).length > 0) body['reasoning'] = said
    else if (Object.keys(before).length > 0) delete body['reasoning']
    for (const field of knobFields) if (said[field] !== undefined && said[field] !== null) sent[`reasoning.${field}`] = said[field]
  }

  function resolveSampling(): void {
    const rule = row.whileThinking?.sampling
    if (rule === undefined || isOff || mayBeOff()) return
    for (const field of ['temperature', 'top_p', 'top_logprobs']) {
      const value = body[field]
      if (value === undefined || value === null || (value === 1 && field !== 'top_logprobs')) continue
      if (rule === 'ignored') notes.push(`${name} ignores ${field} while it thinks.`)
      else remove(field, `${name} refuses it while it thinks`)
    }
  }

  /** Whether the model may run without reasoning. Its default is then unknown, so the request is sent and the provider decides. */
  function mayBeOff(): boolean {
    return effort === undefined && row.byDefault === undefined && row.efforts.includes('none')
  }

  /** @returns Whether reasoning was turned off because of a forced tool call. */
  function resolveForcedTool(): boolean {
    // Without tools, the choice was left out already.
    const isForced = body['tool_choice'] !== undefined && (toolChoice === 'required' || typeof toolChoice === 'object')
    const rule = row.whileThinking?.forcedTool
    if (rule === undefined || !isForced) return false
    const way = forcedToolWay(asked, { thinks: !isOff, isSwitchable: row.efforts.includes('none') })
    if (way === 'leave-choice') {
      body['tool_choice'] = 'auto'
      notes.push(`${name} refuses a forced tool while it thinks (${rule}): tool_choice is "auto".`)
    }
    if (way !== 'turn-off') return false
    body['reasoning'] = { ...(isLoose(body['reasoning']) && body['reasoning']), effort: 'none' }
    sent['reasoning.effort'] = 'none'
    notes.push(`${name} thinks by default and does not accept a forced tool while it thinks (${rule}): thinking was turned off.`)
    return true
  }

  function remove(field: string, rule: string): void {
    notes.push(`${field} was left out: ${rule}.`)
    delete body[field]
  }

  function effectively(): Knobs {
    if (isOff || turnedOff) return { enabled: false, effort: 'none', visibility: 'none' }
    const level = effort ?? (thinking === undefined ? row.byDefault : undefined)
    const shown = visibility !== undefined ? 'summary' : row.shows === 'asked' ? 'none' : row.shows
    if (asked.visibility === 'none' && shown === 'none')
      notes.push('Hiding does not switch reasoning off: the model still thinks, and its reasoning is billed.')
    return {
      ...((level !== undefined || thinking !== undefined || saysEnabled) && { enabled: true }),
      ...defined({ effort: level, budgetTokens: thinking, visibility: shown }),
    }
  }
}

/** Returns values that are no knobs, such as an unknown effort or `null`. The request keeps them. */
function unread(before: Loose): Record<string, unknown> {
  const { effort, summary } = before
  return {
    ...(effort !== undefined && readKnobs({ effort }).effort === undefined && { effort }),
    ...(summary !== undefined && !isText(summary) && { summary }),
  }
}

/** Returns the effort that roughly matches a budget, for providers without a token limit. */
function effortOf(budget: number): Effort {
  if (budget <= 0) return 'none'
  if (budget <= 1_024) return 'minimal'
  if (budget <= 4_096) return 'low'
  if (budget <= 16_384) return 'medium'
  return budget <= 32_768 ? 'high' : 'xhigh'
}
