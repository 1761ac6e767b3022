import { efforts, type Effort, type Knobs } from '@reason/core/conversation'
import { budgetFor, budgetWithin, effortFor, nearestEffort, thinkingWish } from '@reason/wire-kit'
import type { KnobRow } from '../../dialect/knob-row.ts'

export interface PlanContext {
  model: string
  maxOutputTokens: number | undefined
  /** Absent: the provider is unknown, and the row is a guess. */
  provider: string | undefined
}

export interface KnobPlan {
  fields: [path: string, value: unknown][]
  effective: Knobs
  notes: string[]
}

/**
 * Applies a row to the knobs: the fields to send, their effect, and notes on differences from the request.
 *
 * @param maxOutputTokens - Limit of the whole output. A budget has to stay below it.
 */
export function planKnobs(knobs: Knobs, row: KnobRow, { model, maxOutputTokens, provider }: PlanContext): KnobPlan {
  const plan: KnobPlan = { fields: [], effective: {}, notes: [] }
  const say = (note: string) => plan.notes.push(note)
  const isKnown = provider !== undefined
  const where = isKnown ? `${model} at ${provider}` : model
  const { off, on, effort: wanted } = thinkingWish(knobs)
  if (knobs.enabled === true && knobs.effort === 'none')
    say('Thinking was requested with effort none: the model thinks with its default effort.')

  if (row.thinks === 'never') {
    if (on) say(`${where} does not think; nothing was sent (${row.source}).`)
    plan.effective = { enabled: false }
    return plan
  }
  if (off) turnOff()
  else if (on) turnOn()
  else if (row.thinks !== undefined) plan.effective.enabled = row.thinks === 'always' || row.thinks === 'by-default'
  show()
  return plan

  function turnOff(): void {
    if (row.thinks !== 'always' && row.toggle !== undefined) {
      plan.fields.push([row.toggle.path, row.toggle.off])
      plan.effective.enabled = false
      return
    }
    if (row.effort?.words.none !== undefined && row.thinks !== 'always') {
      plan.fields.push([row.effort.path, row.effort.words.none])
      if (isKnown) plan.effective = { enabled: false, effort: 'none' }
      else say(`Support for the thinking switch is unknown: ${where} may ignore it.`)
      return
    }
    if (row.thinks === 'if-asked') return void (plan.effective.enabled = false)
    if (row.thinks !== 'always') return void say(`No known field switches off the thinking of ${where}; nothing was sent.`)
    plan.effective.enabled = true
    const lowest = row.effort && efforts.find((effort) => row.effort!.words[effort] !== undefined)
    if (lowest !== undefined) sendEffort(lowest)
    if (row.hide === undefined)
      return void say(`${where} always thinks: it cannot be turned off${lowest ? `, and makes the least effort, ${lowest}` : ''}.`)
    hide()
    say(
      `${where} always thinks: switching it off only hides the reasoning, which is billed${lowest ? `, at the least effort, ${lowest}` : ''} (${row.source}).`,
    )
  }

  function turnOn(): void {
    if (isKnown) plan.effective.enabled = true
    const { budgetTokens } = knobs
    const usesBudget = budgetTokens !== undefined && budgetTokens > 0 && row.budget !== undefined
    if (usesBudget) sendBudget(budgetTokens)
    if (wanted !== undefined) {
      if (row.effort === undefined) instead(wanted, usesBudget)
      else if (usesBudget && row.oneOf === true) say(`${provider} takes an effort or a budget, not both: the budget was sent.`)
      else sendEffort(wanted)
    }
    if (budgetTokens !== undefined && budgetTokens > 0 && row.budget === undefined) {
      if (row.effort === undefined) say(`${where} has no field for a budget; nothing was sent for it.`)
      else if (wanted !== undefined) say(`${where} has no field for a budget; the effort alone was sent.`)
      else {
        const nearby = effortFor(budgetTokens)
        say(`${where} has no field for a budget: ${budgetTokens} tokens were taken for the effort ${nearby}.`)
        sendEffort(nearby)
      }
    }
    const said = plan.fields.some(([path]) => path === row.effort?.path || path === row.budget?.path)
    const { toggle } = row
    // The effort alone turns thinking on at a router, and where it excludes other fields. Elsewhere the switch and the effort are separate fields.
    const saysSo = said && (toggle?.path.startsWith('reasoning.') === true || (row.oneOf === true && plan.fields.some(isEffort)))
    if (toggle?.on !== undefined && row.thinks !== 'always' && !saysSo) {
      plan.fields.push([toggle.path, toggle.on])
    } else if (!said && toggle === undefined && row.thinks !== 'always' && row.thinks !== 'by-default' && row.effort !== undefined) {
      sendEffort('medium')
      say(`${where} has no switch: it was asked to think with the effort ${plan.effective.effort ?? 'medium'}.`)
    }
  }

  function isEffort([path]: readonly [path: string, value: unknown]): boolean {
    return path === row.effort?.path
  }

  function instead(wanted: Effort, hasBudget: boolean): void {
    if (hasBudget) return void say(`${where} has no grades of effort; the budget alone was sent.`)
    if (row.budget === undefined) return void say(`${where} has no grades of effort; nothing was sent for ${wanted}.`)
    const tokens = budgetFor(wanted)
    say(`${where} has no grades of effort: ${wanted} was sent as a budget of ${tokens} tokens.`)
    sendBudget(tokens)
  }

  function sendEffort(wanted: Effort): void {
    if (row.effort === undefined) return
    const effort = nearestOf(wanted, row.effort.words)
    if (effort === undefined) return
    const word = row.effort.words[effort]!
    plan.fields.push([row.effort.path, word])
    if (!isKnown) return
    const counts = efforts.find((name) => name === word) ?? effort
    plan.effective.effort = counts
    if (counts !== wanted) say(`${where} has no effort ${wanted}: it makes the effort ${counts} (${row.source}).`)
  }

  function sendBudget(tokens: number): void {
    const { path, min = 0, max = Number.POSITIVE_INFINITY } = row.budget!
    let budget = Math.min(Math.max(Math.trunc(tokens), min), max)
    if (budget !== tokens) say(`${where} takes a budget of ${min} to ${max} tokens: ${tokens} became ${budget}.`)
    if (maxOutputTokens !== undefined && budget >= maxOutputTokens && maxOutputTokens - 1 >= Math.max(min, 1)) {
      const room = Math.max(min, 1, Math.min(budgetWithin(maxOutputTokens), max))
      say(
        `The budget has to be less than the ${maxOutputTokens} tokens of the whole output: ${budget} became ${room}, so that something is left for the answer.`,
      )
      budget = room
    }
    plan.fields.push([path, budget])
    if (isKnown) plan.effective.budgetTokens = budget
  }

  function show(): void {
    const { visibility } = knobs
    if (plan.effective.enabled === false) return
    if (plan.effective.visibility !== undefined) return
    if (visibility === 'none') {
      if (row.hide !== undefined) return hide()
      if (row.shows !== 'none') say(`${where} has no field that hides the reasoning. Withhold it before you pass the response on.`)
    } else if (visibility !== undefined && row.show !== undefined) {
      plan.fields.push([row.show.path, row.show.value])
      plan.effective.visibility = 'full'
      return
    } else if (visibility !== undefined && row.shows === 'none')
      say(`${where} shows nothing of its reasoning in Chat Completions (${row.source}).`)
    if (row.shows !== undefined) plan.effective.visibility = row.shows
    if (visibility === 'summary' && row.shows === 'full') say(`${where} gives its whole reasoning, no summary.`)
  }

  function hide(): void {
    plan.fields.push([row.hide!.path, row.hide!.value])
    plan.effective.visibility = 'none'
  }
}

/** Returns the nearest effort that the provider has. Of two equally near, the lower one wins, as it costs less. */
function nearestOf(wanted: Effort, words: Readonly<Partial<Record<Effort, string>>>): Effort | undefined {
  if (words[wanted] !== undefined) return wanted
  const offered = efforts.filter((effort) => effort !== 'none' && words[effort] !== undefined)
  return nearestEffort(wanted, offered)
}
