import { efforts, type Effort, type KnobReport, type Knobs } from '@reason/core/conversation'
import { bestRow, effortFor, isSame, nearestEffort, type Loose, thinkingWish } from '@reason/wire-kit'

interface ThinkRow {
  models: readonly string[]
  thinks: 'always' | 'by-default' | 'never'
  levels?: readonly Effort[]
}

/** Thinking by model. The longest matching pattern wins; a model without a row is unknown. */
const rows: readonly ThinkRow[] = [
  { models: ['gpt-oss*'], thinks: 'always', levels: ['low', 'medium', 'high'] },
  { models: ['qwen3*', 'deepseek-r1*', 'deepseek-v3.1*', 'magistral*', 'glm-4*', 'cogito*'], thinks: 'by-default' },
  { models: ['qwen3*-thinking*'], thinks: 'always' },
  {
    models: [
      'qwen3*-instruct*',
      'qwen3-coder*',
      'qwen2*',
      'llama2*',
      'llama3*',
      'gemma',
      'gemma2*',
      'gemma3*',
      'phi3*',
      'phi4',
      'mistral*',
    ],
    thinks: 'never',
  },
]

export function readKnobs({ think }: Loose): Knobs {
  if (typeof think === 'boolean') return { enabled: think }
  return isEffort(think) ? { effort: think } : {}
}

const isEffort = (word: unknown): word is Effort => word !== 'none' && (efforts as readonly unknown[]).includes(word)

/**
 * Writes `think`, the only field: a switch, or a level for the models that have them.
 *
 * @param isOwn - True if the body was for the same model, so that its client may know more than our table.
 */
export function writeKnobs(
  body: Loose,
  asked: Knobs = {},
  model: string,
  isOwn = false,
): { body: Record<string, unknown>; report: KnobReport } {
  const row = bestRow(rows, model)
  const notes: string[] = []
  const { off, on, effort: wanted } = thinkingWish(asked)
  const { think: before, ...rest } = body
  const stays = isSame(readKnobs(body), asked) && isTaken()
  const think = stays ? before : chosen()
  judgeVisibility()
  return {
    body: { ...rest, ...(think !== undefined && { think }) },
    report: { asked, sent: think === undefined ? {} : { think }, effective: effective(), notes },
  }

  /** True if the model accepts the value that the body already has. */
  function isTaken(): boolean {
    if (before === undefined || before === null || row === undefined) return true
    if (row.thinks === 'never') return !on
    if (isOwn) return true
    if (row.levels !== undefined) return isEffort(before) ? row.levels.includes(before) : typeof before !== 'boolean'
    return !isEffort(before) && !(row.thinks === 'always' && off)
  }

  function chosen(): boolean | Effort | undefined {
    if (row?.thinks === 'never') {
      if (on) notes.push(`${model} does not think, and Ollama refuses to ask it to; nothing was sent.`)
      return undefined
    }
    // A model that always thinks would do so in the answer if it were turned off.
    if (off) return row?.levels?.[0] ?? row?.thinks === 'always'
    if (!on) return undefined
    if (asked.budgetTokens !== undefined && asked.budgetTokens > 0) {
      notes.push(
        `Ollama has no budget: ${row?.levels === undefined || wanted !== undefined ? 'it was left out' : 'it was taken for a level'}.`,
      )
    }
    if (row?.levels !== undefined) {
      const level = nearestEffort(wanted ?? levelFor(asked.budgetTokens), row.levels)
      if (wanted !== undefined && level !== wanted)
        notes.push(`${model} does not know the level ${wanted}; the nearest, ${level}, was sent.`)
      return level
    }
    if (wanted !== undefined) notes.push(`${model} has levels of thinking that are not known: ${wanted} was sent as on.`)
    return true
  }

  function effective(): Knobs {
    if (row?.thinks === 'never') return { enabled: false }
    if (row?.thinks === 'always') {
      if (off) notes.push(`${model} always thinks${isEffort(think) ? `: as little as it can (${think})` : ''}.`)
      const level = isEffort(think) && row.levels?.includes(think) === true ? { effort: think } : {}
      return { enabled: true, ...level, visibility: 'full' }
    }
    if (think === false) {
      if (row === undefined) notes.push(`The model ${model} is unknown: some models think anyway, and their reasoning comes in the answer.`)
      return row === undefined ? {} : { enabled: false, visibility: 'none' }
    }
    if (think === undefined && row === undefined) return {}
    if (row === undefined) notes.push(`The model ${model} is unknown: Ollama refuses the request if the model cannot think.`)
    return { ...(row !== undefined && { enabled: true }), visibility: 'full' }
  }

  function judgeVisibility(): void {
    if (asked.visibility === 'none' || asked.visibility === 'summary') notes.push('Ollama shows all of the thinking: nothing hides it.')
  }
}

/** Returns the level for a budget. Without a number, thinking is merely on. */
const levelFor = (tokens: number | undefined): Effort => (tokens === undefined || tokens <= 0 ? 'medium' : effortFor(tokens))
