import { matchKnownModel } from '@reason/core/adapter'

/** Returns the row whose pattern matches a model with the most literal characters, and the first of equals. Undefined if none matches. */
export function bestRow<Row extends { models: readonly string[] }>(rows: readonly Row[], model: string): Row | undefined {
  let best: Row | undefined
  let most = -1
  for (const row of rows) {
    const fit = matchKnownModel(row.models, model)
    if (fit > most) [best, most] = [row, fit]
  }
  return best
}
