import type { Conversation, Knobs } from '@reason/core/conversation'
import { budgetWithin, isNumber, isSame, without, type Loose } from '@reason/wire-kit'
import { mapKnobs } from './map-knobs.ts'
import type { ThinkingRow } from './models.ts'
import { modeOf, readThinking, type ThinkingMode, type ThinkingWords } from './thinking-fields.ts'

export interface ThinkingWish {
  conversation: Pick<Conversation, 'knobs' | 'sampling' | 'toolChoice' | 'tools'>
  model: string
  row: ThinkingRow
  /** Thinking fields of the request in this format. Undefined for a request of another format. */
  own?: ThinkingWords | undefined
  /** True if Anthropic's own rules apply (budgets, forced calls). Other servers of the format ignore most of them. */
  strict: boolean
  /** The format's name of the output limit, for notes. */
  lengthField: string
  /** Reason to turn thinking off, whatever the request asks for. */
  offBecause?: string | undefined
}

export interface PlannedThinking {
  words: ThinkingWords
  mode: ThinkingMode
  /** True if the request has the provider's own fields, which stay unchanged. */
  verbatim: boolean
  /** Requested limit, within the model's maximum. */
  maxOutputTokens: number | undefined
  /** Replaces a choice that forces a call, which the model refuses. */
  toolChoice?: 'auto'
  /** True if the model thinks, also by default. */
  thinks: boolean
  effective: Knobs
  notes: readonly string[]
  refusals: readonly string[]
}

const MIN_BUDGET = 1024

/** Plans the thinking fields of a request to Claude or in its format. Conflicts with other settings are resolved or refused. */
export function planThinking({ conversation, model, row, own, strict, lengthField, offBecause }: ThinkingWish): PlannedThinking {
  const { knobs: asked = {}, sampling = {}, toolChoice } = conversation
  const notes: string[] = []
  const say = (note: string) => notes.push(note)
  const refusals: string[] = []
  const verbatim =
    offBecause === undefined && own !== undefined && isSame(readThinking(own.thinking, own.effort), asked) && (!strict || isTaken(own, row))
  let words = verbatim ? own : mapKnobs(asked, row, model, say)
  if (row.default === 'always' && modeOf(words.thinking) === 'off') say(`${model} always thinks: it cannot be turned off.`)
  let maxOutputTokens = sampling.maxOutputTokens
  if (strict && row.maxOutput !== undefined && maxOutputTokens !== undefined && maxOutputTokens > row.maxOutput) {
    say(`${model} writes at most ${row.maxOutput} tokens: ${lengthField} ${maxOutputTokens} was lowered to that.`)
    maxOutputTokens = row.maxOutput
  }
  if (offBecause !== undefined) turnOff(offBecause)
  const isForced = strict && (toolChoice === 'required' || typeof toolChoice === 'object')
  const leavesChoice = isForced && row.noForcedTool === true
  if (leavesChoice) say(`${model} refuses a tool choice that forces a call: it became auto.`)
  else if (isForced && row.default !== 'always') turnOff('a tool choice that forces a call is refused while thinking is on')
  if (strict || !verbatim) fitBudget()
  const mode = modeOf(words.thinking)
  const effective = effectOf()
  const thinks = effective.enabled === true
  return { words, mode, verbatim, maxOutputTokens, ...(leavesChoice && { toolChoice: 'auto' }), thinks, effective, notes, refusals }

  function turnOff(reason: string): void {
    const mode = modeOf(words.thinking)
    if (mode === 'off' || (mode === 'default' && row.default !== 'on')) return
    words = { ...without(words as Loose, 'effort'), thinking: { type: row.off ?? 'disabled' } }
    say(`Thinking was switched off for this request: ${reason}.`)
  }

  /** Limits the budget to at least 1,024 and below the output limit. With tools, an interleaved budget may exceed it, which only the client knows. */
  function fitBudget(): void {
    const { thinking } = words
    if (thinking?.type !== 'enabled' || !isNumber(thinking.budget_tokens)) return
    let tokens = thinking.budget_tokens
    if (tokens < MIN_BUDGET) {
      say(`A budget is at least ${MIN_BUDGET} tokens: ${tokens} became ${MIN_BUDGET}.`)
      tokens = MIN_BUDGET
    }
    const most = maxOutputTokens ?? row.maxOutput ?? Number.POSITIVE_INFINITY
    const mayInterleave = verbatim && (conversation.tools?.length ?? 0) > 0
    if (tokens >= most && !mayInterleave) {
      if (most <= MIN_BUDGET) {
        const rule = `thinking takes a budget of at least ${MIN_BUDGET} tokens, and less than ${lengthField}, which is ${most}`
        if (!strict) return
        if (!verbatim) return turnOff(rule)
        refusals.push(`There is no room to think: ${rule}. Allow more output, or switch thinking off.`)
        return
      }
      const room = Math.max(MIN_BUDGET, budgetWithin(most))
      say(`The budget has to be less than ${lengthField}, ${most}: ${tokens} became ${room}, so that something is left for the answer.`)
      tokens = room
    }
    if (tokens !== thinking.budget_tokens) words = { ...words, thinking: { ...thinking, budget_tokens: tokens } }
  }

  function effectOf(): Knobs {
    const read = readThinking(words.thinking, words.effort)
    if (row.default === 'unknown') return read
    const enabled = row.thinking !== 'none' && (row.default === 'always' || (read.enabled ?? row.default === 'on'))
    return enabled ? { visibility: row.shows, ...read, enabled } : { enabled }
  }
}

function isTaken({ thinking, effort }: ThinkingWords, row: ThinkingRow): boolean {
  if (effort !== undefined && row.efforts?.includes(effort as never) !== true) return false
  const type = thinking?.type
  if (type === 'disabled' || type === 'between_tools') return row.default !== 'always' && type === (row.off ?? 'disabled')
  if (type === 'enabled') return row.thinking === 'budget' || row.thinking === 'both'
  return type !== 'adaptive' || row.thinking === 'adaptive' || row.thinking === 'both'
}
