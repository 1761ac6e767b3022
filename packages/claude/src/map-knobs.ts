import type { Knobs } from '@reason/core/conversation'
import { budgetFor, effortFor, nearestEffort, type Loose, thinkingWish } from '@reason/wire-kit'
import type { ThinkingRow } from './models.ts'
import type { ThinkingWords } from './thinking-fields.ts'

type Say = (note: string) => void

/** Converts knobs to a model's thinking fields. */
export function mapKnobs(knobs: Knobs, row: ThinkingRow, model: string, say: Say): ThinkingWords {
  const { budgetTokens, visibility } = knobs
  const { off: isOff, on, effort: wanted } = thinkingWish(knobs)
  const asks = on || (!isOff && budgetTokens !== undefined)
  const display = () => displayOf(visibility, row, say)
  if (row.thinking === 'none') {
    if (asks) say(`${model} cannot think; nothing was sent.`)
    return {}
  }
  if (isOff) return off()
  if (!asks) return show()

  const level =
    wanted ??
    (budgetTokens !== undefined && (row.thinking === 'adaptive' || row.overlooksBudget === true) ? effortFor(budgetTokens) : undefined)
  const grade = level === undefined ? undefined : nearestEffort(level, row.efforts ?? [])
  if (row.efforts !== undefined && level !== grade) say(`${model} has no effort ${level}: it makes the effort ${grade}.`)
  const words = grade === undefined ? {} : { effort: grade }
  if (row.thinking === 'adaptive' || (row.thinking === 'both' && budgetTokens === undefined)) {
    if (level !== undefined && grade === undefined) say(`${model} decides itself how much it thinks: the effort ${level} was not sent.`)
    else if (budgetTokens !== undefined) say(`${model} refuses a budget: ${budgetTokens} tokens became the effort ${grade}.`)
    return { thinking: { type: 'adaptive', ...display() }, ...words }
  }
  const tokens = Math.trunc(budgetTokens ?? budgetFor(wanted ?? 'medium'))
  if (row.overlooksBudget === true) {
    if (budgetTokens !== undefined && grade !== undefined)
      say(`${model} ignores budgets: ${budgetTokens} tokens became the effort ${grade}.`)
  } else if (budgetTokens === undefined)
    say(`${model} wants a budget: ${wanted === undefined ? 'it got' : `the effort ${wanted} became`} ${tokens} tokens.`)
  return { thinking: { type: 'enabled', budget_tokens: tokens, ...display() }, ...words }

  function off(): ThinkingWords {
    if (row.default !== 'always') return { thinking: { type: row.off ?? 'disabled' } }
    const least = row.efforts?.[0]
    say(`${model} always thinks: it cannot be turned off${least === undefined ? '' : `, and makes the least effort, ${least}`}.`)
    return least === undefined
      ? {}
      : { ...(row.thinking === 'adaptive' && { thinking: { type: 'adaptive', ...display() } }), effort: least }
  }

  /** Handles a request without thinking settings, except perhaps the visibility. */
  function show(): ThinkingWords {
    if (visibility === undefined) return {}
    if (row.thinking === 'adaptive' && (row.default === 'on' || row.default === 'always'))
      return { thinking: { type: 'adaptive', ...display() } }
    say(`The request sets only how much thinking is shown, and ${model} does not think by default; nothing was sent.`)
    return {}
  }
}

function displayOf(visibility: Knobs['visibility'], row: ThinkingRow, say: Say): Loose {
  if (visibility === undefined || (visibility === 'full' && row.shows === 'full')) return {}
  if (row.display !== true) {
    say('The visibility of thinking cannot be set there: it is shown unchanged.')
    return {}
  }
  if (visibility === 'full') say('Claude shows a summary of its thinking, never the thinking itself.')
  return { display: visibility === 'none' ? 'omitted' : 'summarized' }
}
