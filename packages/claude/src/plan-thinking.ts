import type { Conversation, Knobs } from '@reason/core/conversation'
import { budgetWithin, without } from '@reason/wire-kit'
import { isNumber } from '@reason/wire-kit'
import type { Loose } from '@reason/wire-kit'
import { isSame } from '@reason/wire-kit'
import { mapKnobs } from './map-knobs.ts'
import type { ThinkingRow } from './models.ts'
import { modeOf, readThinking, type ThinkingMode, type ThinkingWords } from './words.ts'

export interface ThinkingWish {
  conversation: Pick<Conversation, 'knobs' | 'sampling' | 'toolChoice' | 'tools'>
  model: string
  row: ThinkingRow
  /** What the request says in these words already; undefined: it is of another format. */
  own?: ThinkingWords | undefined
  /** Whether Anthropic's own rules hold (budgets, forced calls). Other servers that speak the format overlook most of them. */
  strict: boolean
  /** What the format calls the length of the output, for notes. */
  lengthField: string
  /** Thinking is to be off whatever was asked, for this reason. */
  offBecause?: string | undefined
}

export interface PlannedThinking {
  words: ThinkingWords
  mode: ThinkingMode
  /** The request says it in the provider's own words, and they go as they are. */
  verbatim: boolean
  /** As asked, less what the model cannot. */
  maxOutputTokens: number | undefined
  /** The model thinks, be it without being asked. */
  thinks: boolean
  effective: Knobs
  notes: readonly string[]
  refusals: readonly string[]
}

const MIN_BUDGET = 1024

/** What a request to Claude, or in its words, is to say of thinking; conflicts with its other settings are resolved, or refused. */
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
  if (strict && (toolChoice === 'required' || typeof toolChoice === 'object')) forceCall()
  if (strict || !verbatim) fitBudget()
  const mode = modeOf(words.thinking)
  const effective = effectOf()
  return { words, mode, verbatim, maxOutputTokens, thinks: effective.enabled === true, effective, notes, refusals }

  function turnOff(reason: string): void {
    const mode = modeOf(words.thinking)
    if (mode === 'off' || (mode === 'default' && row.default !== 'on')) return
    words = { ...without(words as Loose, 'effort'), thinking: { type: 'disabled' } }
    say(`Thinking was switched off for this request: ${reason}.`)
  }

  function forceCall(): void {
    const rule = 'a tool choice that forces a call is refused while thinking is on'
    if (row.default !== 'always') return turnOff(rule)
    refusals.push(`${model} always thinks, and ${rule}. Leave the choice of a tool to the model, or ask another one.`)
  }

  /** At least 1,024, and less than the output as a whole. With tools an interleaved budget may be more: that is known to the client alone. */
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
  if (type === 'disabled') return row.default !== 'always'
  if (type === 'enabled') return row.thinking === 'budget' || row.thinking === 'both'
  return type !== 'adaptive' || row.thinking === 'adaptive' || row.thinking === 'both'
}
