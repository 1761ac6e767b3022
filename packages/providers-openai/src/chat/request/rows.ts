import { matchModel } from '@reason/core'

/** A row of a table by provider and model. */
interface Row {
  provider: string
  models?: readonly string[]
}

/** The row whose pattern says most of the model, else the provider's own. */
export function rowFor<R extends Row>(rows: readonly R[], provider: string | undefined, model: string): R | undefined {
  let best: R | undefined
  let bestScore = -2
  for (const row of rows) {
    if (row.provider !== provider) continue
    const score = row.models === undefined ? -1 : matchModel(row.models, model)
    if (row.models !== undefined && score < 0) continue
    if (score > bestScore) [best, bestScore] = [row, score]
  }
  return best
}
