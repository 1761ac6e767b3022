import { efforts, type Effort, type KnobReport, type Knobs } from '@reason/core/conversation'
import { isSame, isSince, type Loose, thinkingWish } from '@reason/wire-kit'
import { thinkingOf, type ThinkingRow } from './models.ts'
import { getPath, withPath } from './request-fields.ts'

/** Paths of the thinking settings in one of Google's formats. */
export interface ThinkingPaths {
  /** Absent: the format has levels only, for every model. */
  budget?: string
  level: string
  shown: { path: string; on: unknown; off: unknown }
}

/** Reads the knobs. A budget of 0 means off, and -1 means no limit. */
export function readKnobs(body: Loose, { budget, level, shown }: ThinkingPaths): Knobs {
  const tokens = budget === undefined ? undefined : getPath(body, budget)
  const word = String(getPath(body, level)).toLowerCase()
  const shows = getPath(body, shown.path)
  return {
    ...(isEffort(word) && { effort: word }),
    ...(tokens === 0 && { enabled: false, budgetTokens: 0 }),
    ...(typeof tokens === 'number' && tokens > 0 && { budgetTokens: tokens }),
    ...(typeof tokens === 'number' && tokens < 0 && { enabled: true }),
    ...(shows === shown.on && { visibility: 'summary' as const }),
    ...(shows === shown.off && { visibility: 'none' as const }),
  }
}

const isEffort = (word: string): word is Effort => word !== 'none' && (efforts as readonly string[]).includes(word)

/** Budgets by effort, as Google's own OpenAI-compatible endpoint maps them. */
const budgets: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 32_768,
}

/** Writes the knobs into a body. Existing fields stay if they match the knobs and the model accepts them. */
export function writeKnobs(
  body: Loose,
  asked: Knobs = {},
  { paths, model, maxOutputTokens }: { paths: ThinkingPaths; model: string; maxOutputTokens: number | undefined },
): { body: Record<string, unknown>; report: KnobReport } {
  const row = thinkingOf(model)
  const all = [paths.budget, paths.level, paths.shown.path].filter((path) => path !== undefined)
  const notes: string[] = []
  const effective: { -readonly [Name in keyof Knobs]: Knobs[Name] } = {}
  const { off, effort: wanted } = thinkingWish(asked)
  const stays = isSame(readKnobs(body, paths), asked) && isTaken()
  let result: Record<string, unknown> = { ...body }
  if (!stays) {
    for (const path of all) result = withPath(result, path, undefined)
    for (const [path, value] of plan()) result = withPath(result, path, value)
  }
  const says = readKnobs(result, paths)
  judge()
  const sent = Object.fromEntries(all.map((path) => [path, getPath(result, path)] as const).filter(([, value]) => value !== undefined))
  return { body: result, report: { asked, sent, effective, notes } }

  function isTaken(): boolean {
    const level = getPath(body, paths.level)
    const tokens = paths.budget === undefined ? undefined : getPath(body, paths.budget)
    if (level !== undefined && level !== null && tokens !== undefined && tokens !== null) return false
    if (row === undefined) return true
    if (row.thinks === 'never') return all.every((path) => getPath(body, path) === undefined)
    const word = String(level).toLowerCase()
    if (isEffort(word) && !hasLevels(row)) return false
    if (isEffort(word) && row.levels !== undefined && !row.levels.includes(word)) return false
    if (typeof tokens !== 'number') return true
    // Gemini 3 still accepts any budget except 0, and Gemini 4 none.
    if (row.budget === undefined) return tokens !== 0 && !isSince(4, model)
    if (tokens < 0) return true
    return tokens === 0 ? row.thinks !== 'always' : tokens >= row.budget.min && tokens <= row.budget.max
  }

  function hasLevels({ levels }: ThinkingRow): boolean {
    return levels !== undefined || paths.budget === undefined
  }

  function plan(): [string, unknown][] {
    if (row?.thinks === 'never') {
      if (!off && Object.keys(asked).length > 0)
        notes.push(`${model} does not think, and refuses to be asked (${row.source}); nothing was sent.`)
      return []
    }
    const fields = off ? turnOff() : turnOn()
    const hides = asked.visibility === 'none' || (off && row?.thinks === 'always')
    if (hides) fields.push([paths.shown.path, paths.shown.off])
    else if (asked.visibility !== undefined && !off) fields.push([paths.shown.path, paths.shown.on])
    return fields
  }

  function turnOff(): [string, unknown][] {
    if (row !== undefined && row.budget === undefined && row.levels === undefined) return []
    if (row?.thinks === 'always' || paths.budget === undefined) {
      const least = row?.levels?.[0] ?? (paths.budget === undefined ? 'low' : undefined)
      if (least !== undefined) return [[paths.level, least]]
      return row?.budget === undefined ? [] : [[paths.budget!, row.budget.min]]
    }
    return [[paths.budget, 0]]
  }

  function turnOn(): [string, unknown][] {
    const { budgetTokens, enabled } = asked
    const tokens = budgetTokens !== undefined && budgetTokens > 0 ? budgetTokens : undefined
    if (row !== undefined && row.budget === undefined && row.levels === undefined) {
      if (tokens !== undefined || wanted !== undefined) notes.push(`${model} decides itself how much it thinks; nothing was sent.`)
      return []
    }
    if (row?.levels !== undefined || paths.budget === undefined) {
      const word = wanted ?? (tokens === undefined ? undefined : effortFor(tokens))
      if (word === undefined) return []
      const level = nearest(word, row?.levels ?? ['minimal', 'low', 'medium', 'high'])
      if (tokens !== undefined)
        notes.push(
          `${model} takes a level, not a budget: ${wanted === undefined ? `${tokens} tokens were taken for ${level}` : 'the level alone was sent'}.`,
        )
      if (level !== word) notes.push(`${model} does not know the level ${word}; the nearest, ${level}, was sent.`)
      return [[paths.level, level]]
    }
    if (tokens === undefined && wanted === undefined) return enabled === true && row?.thinks !== 'always' ? [[paths.budget, -1]] : []
    const asks = tokens ?? budgets[wanted!]
    if (wanted !== undefined) {
      notes.push(
        `${model} takes a budget, not a level: ${tokens === undefined ? `${wanted} was sent as ${asks} tokens` : 'the budget alone was sent'}.`,
      )
    }
    const { min, max } = row?.budget ?? { min: 1, max: 24_576 }
    const fits = Math.min(max, Math.max(min, Math.round(asks)))
    if (fits !== asks) notes.push(`${model} takes budgets from ${min} to ${max} tokens; ${fits} was sent for ${asks}.`)
    return [[paths.budget, fits]]
  }

  /** Determines the effect of the sent fields. */
  function judge(): void {
    if (row?.thinks === 'never') return void (effective.enabled = false)
    const isOff = says.enabled === false
    const thinks = isOff
      ? false
      : says.enabled === true || says.effort !== undefined || says.budgetTokens !== undefined || row?.thinks !== 'if-asked'
    if (row !== undefined || says.enabled !== undefined) effective.enabled = thinks
    if (says.effort !== undefined) effective.effort = says.effort
    if (!isOff && says.budgetTokens !== undefined) effective.budgetTokens = says.budgetTokens
    effective.visibility = isOff ? 'none' : (says.visibility ?? 'none')
    if (off && !isOff)
      notes.push(`${model} always thinks: it thinks as little as it can, hidden and billed${row === undefined ? '' : ` (${row.source})`}.`)
    else if (thinks && asked.visibility === 'none')
      notes.push(`${model} still thinks: its thoughts are left out of the response, and billed.`)
    if (asked.visibility === 'full' && thinks) notes.push('Google shows summaries of the thoughts, never the thoughts themselves.')
    if (thinks && says.budgetTokens !== undefined && maxOutputTokens !== undefined && says.budgetTokens >= maxOutputTokens) {
      notes.push(
        `The output limit of ${maxOutputTokens} tokens includes thinking: a budget of ${says.budgetTokens} may leave nothing for the answer.`,
      )
    }
  }
}

const effortFor = (tokens: number): Effort => (tokens <= 1024 ? 'low' : tokens <= 8192 ? 'medium' : 'high')

/** Returns the nearest level. Of two equally near, the one with more thinking wins. */
function nearest(word: Effort, levels: readonly Effort[]): Effort {
  const place = (effort: Effort) => efforts.indexOf(effort)
  return levels.toSorted(
    (one, other) => Math.abs(place(one) - place(word)) - Math.abs(place(other) - place(word)) || place(other) - place(one),
  )[0]!
}
