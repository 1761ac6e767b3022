import { matchesModel } from '@reason/core/adapter'
import type { Effort, KnobReport, Knobs } from '@reason/core/conversation'
import { isLoose, isSame, type Loose, thinkingWish } from '@reason/wire-kit'

/** Models that refuse `thinking`. All later ones think by default. */
const silent = ['command-r*', 'command-a-03-2025', 'command-a-vision*', 'command-a-translate*', 'command-light*', 'c4ai-*']

/** Our own budgets for efforts, because Cohere knows only budgets. */
const budgets: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 31_000,
}

export function readKnobs({ thinking }: Loose): Knobs {
  if (!isLoose(thinking)) return {}
  const { type, token_budget: budget } = thinking
  return {
    ...((type === 'enabled' || type === 'disabled') && { enabled: type === 'enabled' }),
    ...(typeof budget === 'number' && { budgetTokens: budget }),
  }
}

export function writeKnobs(
  body: Loose,
  asked: Knobs = {},
  { model, maxOutputTokens }: { model: string; maxOutputTokens: number | undefined },
): { body: Record<string, unknown>; report: KnobReport } {
  const notes: string[] = []
  const thinks = !matchesModel(silent, model)
  const { off, on, effort } = thinkingWish(asked)
  const { thinking: before, ...rest } = body
  const thinking = isSame(readKnobs(body), asked) && (thinks || before === undefined || before === null) ? before : chosen()
  const sent = isLoose(thinking) ? Object.fromEntries(Object.entries(thinking).map(([name, value]) => [`thinking.${name}`, value])) : {}
  const { budgetTokens } = readKnobs({ thinking })
  if (asked.visibility === 'none' || asked.visibility === 'summary') notes.push('Cohere shows all of the thinking: nothing hides it.')
  if (budgetTokens !== undefined && maxOutputTokens !== undefined && budgetTokens >= maxOutputTokens) {
    notes.push(
      `The output limit of ${maxOutputTokens} tokens includes thinking: a budget of ${budgetTokens} may leave nothing for the answer.`,
    )
  }
  const isOn = thinks && !off
  const effective: Knobs = {
    enabled: isOn,
    ...(isOn && budgetTokens !== undefined && { budgetTokens }),
    visibility: isOn ? 'full' : 'none',
  }
  return { body: { ...rest, ...(thinking !== undefined && { thinking }) }, report: { asked, sent, effective, notes } }

  function chosen(): Loose | undefined {
    if (!thinks) {
      if (on) notes.push(`${model} does not think; nothing was sent.`)
      return undefined
    }
    if (off) return { type: 'disabled' }
    if (!on) return undefined
    const budget =
      asked.budgetTokens !== undefined && asked.budgetTokens > 0 ? Math.max(1, Math.round(asked.budgetTokens)) : effort && budgets[effort]
    if (effort !== undefined)
      notes.push(
        `Cohere has no grades of effort: ${(asked.budgetTokens ?? 0) > 0 ? 'the budget alone was sent' : `${effort} was sent as a budget of ${budget} tokens`}.`,
      )
    return { type: 'enabled', ...(budget !== undefined && { token_budget: budget }) }
  }
}
