import { matchModel } from '@reason/core/adapter'

/** A row of a table by provider, or several that are alike, and model. */
interface Row {
  provider?: string
  providers?: readonly string[]
  /** Absent: all that no other row of the provider names. */
  models?: readonly string[]
}

/** The row whose pattern says most of the model, else the provider's own. */
export function rowFor<R extends Row>(rows: readonly R[], provider: string | undefined, model: string): R | undefined {
  if (provider === undefined) return undefined
  let best: R | undefined
  let bestScore = -2
  for (const row of rows) {
    if (row.provider !== provider && row.providers?.includes(provider) !== true) continue
    const score = row.models === undefined ? -1 : matchModel(row.models, model)
    if (row.models !== undefined && score < 0) continue
    if (score > bestScore) [best, bestScore] = [row, score]
  }
  return best
}
