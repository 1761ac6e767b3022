import type { Conversation, KnobReport, Knobs, Target } from '@reason/core/conversation'
import { WIRE } from '../wire-id.ts'
import { isLoose, isNumber, isString, keptOf, without, type Loose } from './fields.ts'
import { budgetFor, effortFor, nearestEffort, readKnobs, saysTheSame, sentFields } from './knob-fields.ts'
import { isClaude, modelRowOf, type ModelRow } from './models.ts'

/** What a request is to say of thinking. */
export interface ThinkingPlan {
  thinking?: Loose
  /** `output_config.effort` */
  effort?: string
  /** `default`: nothing is said, and the model does what it does. */
  mode: 'enabled' | 'adaptive' | 'off' | 'default'
  maxTokens: number
  /** The request says it in the provider's own words, and they go as they are. */
  verbatim: boolean
  refusals: readonly string[]
  report: KnobReport
}

type Said = Pick<ThinkingPlan, 'thinking' | 'effort'>

const MIN_BUDGET = 1024

/** @param offBecause - Thinking is to be off whatever was asked, for this reason. */
export function planThinking(conversation: Conversation, target: Target, offBecause?: string): ThinkingPlan {
  const { knobs: asked = {}, sampling = {}, toolChoice } = conversation
  const row = modelRowOf(target)
  const claude = isClaude(target)
  const notes: string[] = []
  const say = (note: string) => notes.push(note)
  const refusals: string[] = []

  const own = ownWords(conversation)
  const verbatim =
    offBecause === undefined && own !== undefined && saysTheSame(readKnobs(keptOf(conversation)), asked) && isTaken(own, row, claude)
  let said = verbatim ? own : mapKnobs(asked, row, target.model, say)
  if (offBecause !== undefined) turnOff(offBecause)
  const forced = toolChoice === 'required' || typeof toolChoice === 'object'
  if (claude && forced && isOn(said)) turnOff('a tool choice that forces a call is refused while thinking is on')
  let maxTokens = sampling.maxOutputTokens
  if (claude) fitBudget()
  const budget = said.thinking?.budget_tokens
  maxTokens ??= isNumber(budget) && budget + 4096 > row.maxTokens ? budget + 4096 : row.maxTokens
  if (sampling.maxOutputTokens === undefined) say(`max_tokens has to be said, and was not: it is ${maxTokens}.`)
  return {
    ...said,
    mode: modeOf(said),
    maxTokens,
    verbatim,
    refusals,
    report: { asked, sent: sentFields(said), effective: effectOf(said, row), notes },
  }

  function turnOff(reason: string): void {
    if (modeOf(said) === 'off') return
    const wasOn = isOn(said) || row.default === 'on'
    if (!wasOn) return
    said = { thinking: { type: 'disabled' } }
    say(`Thinking was switched off for this request: ${reason}.`)
  }

  /** At least 1,024, and less than the output as a whole. With tools an interleaved budget may be more: that is known to the client alone. */
  function fitBudget(): void {
    const { thinking } = said
    if (thinking?.type !== 'enabled' || !isNumber(thinking.budget_tokens)) return
    let tokens = thinking.budget_tokens
    if (tokens < MIN_BUDGET) {
      say(`A budget is at least ${MIN_BUDGET} tokens: ${tokens} became ${MIN_BUDGET}.`)
      tokens = MIN_BUDGET
    }
    const most = maxTokens ?? Number.POSITIVE_INFINITY
    const mayInterleave = verbatim && (conversation.tools?.length ?? 0) > 0
    if (tokens >= most && !mayInterleave) {
      if (most <= MIN_BUDGET) {
        const rule = `thinking takes a budget of at least ${MIN_BUDGET} tokens, and less than max_tokens, which is ${most}`
        if (!verbatim) return turnOff(rule)
        refusals.push(`There is no room to think: ${rule}. Allow more output, or switch thinking off.`)
        return
      }
      const room = Math.max(MIN_BUDGET, Math.floor(most * 0.8))
      say(`The budget has to be less than max_tokens, ${most}: ${tokens} became ${room}, so that something is left for the answer.`)
      tokens = room
    }
    if (tokens !== thinking.budget_tokens) said = { ...said, thinking: { ...thinking, budget_tokens: tokens } }
  }
}

/** As the request has it, where it is of this format and says anything. */
function ownWords(conversation: Conversation): Said | undefined {
  if (conversation.extra?.wire !== WIRE) return undefined
  const { thinking, output_config: output } = keptOf(conversation)
  const effort = isLoose(output) ? output.effort : undefined
  if (!isLoose(thinking) && !isString(effort)) return {}
  return { ...(isLoose(thinking) && { thinking }), ...(isString(effort) && { effort }) }
}

function isTaken({ thinking, effort }: Said, row: ModelRow, claude: boolean): boolean {
  if (!claude) return true
  if (effort !== undefined && row.efforts?.includes(effort as never) !== true) return false
  const type = thinking?.type
  if (type === undefined || type === 'disabled') return true
  if (type === 'enabled') return row.thinking === 'budget' || row.thinking === 'both'
  return type !== 'adaptive' || row.thinking === 'adaptive' || row.thinking === 'both'
}

/** Knobs in the words of a model. */
function mapKnobs({ enabled, effort, budgetTokens, visibility }: Knobs, row: ModelRow, model: string, say: (note: string) => void): Said {
  const isOff = enabled === false || (enabled === undefined && (effort === 'none' || budgetTokens === 0))
  const wanted = effort === 'none' ? undefined : effort
  const asks = !isOff && (enabled === true || wanted !== undefined || budgetTokens !== undefined)
  if (row.thinking === 'none') {
    if (asks) say(`${model} cannot think; nothing was sent.`)
    return {}
  }
  if (isOff) return { thinking: { type: 'disabled' } }
  if (!asks) {
    if (visibility === undefined) return {}
    if (row.default === 'on') return { thinking: { type: 'adaptive', ...displayOf(visibility, row, say) } }
    say(`Nothing was asked but what is to be seen of the thinking, and ${model} does not think unless it is told to; nothing was sent.`)
    return {}
  }
  const level = wanted ?? (budgetTokens !== undefined && row.thinking === 'adaptive' ? effortFor(budgetTokens) : undefined)
  const sentEffort = level === undefined || row.efforts === undefined ? undefined : nearestEffort(level, row.efforts)
  if (sentEffort !== undefined && level !== sentEffort) say(`${model} has no effort ${level}: it makes the effort ${sentEffort}.`)
  const display = displayOf(visibility, row, say)
  if (row.thinking === 'adaptive' || (row.thinking === 'both' && budgetTokens === undefined)) {
    if (budgetTokens !== undefined) say(`${model} refuses a budget: ${budgetTokens} tokens became the effort ${sentEffort}.`)
    return { thinking: { type: 'adaptive', ...display }, ...(sentEffort !== undefined && { effort: sentEffort }) }
  }
  const tokens = Math.trunc(budgetTokens ?? budgetFor(wanted ?? 'medium'))
  if (budgetTokens === undefined)
    say(`${model} wants a budget: ${wanted === undefined ? 'it got' : `the effort ${wanted} became`} ${tokens} tokens.`)
  return { thinking: { type: 'enabled', budget_tokens: tokens, ...display }, ...(sentEffort !== undefined && { effort: sentEffort }) }
}

function displayOf(visibility: Knobs['visibility'], row: ModelRow, say: (note: string) => void): Loose {
  if (visibility === undefined || (visibility === 'full' && row.shows === 'full')) return {}
  if (row.display !== true) {
    say(`What is to be seen of the thinking cannot be set there: it is shown as it is.`)
    return {}
  }
  if (visibility === 'full') say('The thinking itself is never shown: a digest of it is.')
  return { display: visibility === 'none' ? 'omitted' : 'summarized' }
}

const isOn = ({ thinking }: Said): boolean => thinking?.type === 'enabled' || thinking?.type === 'adaptive'

function modeOf({ thinking }: Said): ThinkingPlan['mode'] {
  if (thinking?.type === 'disabled') return 'off'
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive' ? thinking.type : 'default'
}

function effectOf(said: Said, row: ModelRow): Knobs {
  const read = readKnobs({ thinking: said.thinking, output_config: { effort: said.effort } })
  const enabled = row.thinking !== 'none' && (read.enabled ?? row.default === 'on')
  return enabled ? { visibility: row.shows, ...without(read as Loose, 'enabled'), enabled } : { enabled }
}
