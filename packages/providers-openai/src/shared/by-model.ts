import { matchKnownModel } from '@reason/core/adapter'

/** A fact about a provider that no documentation or recording shows. */
export interface NotKnown {
  /** Reason, and the behaviour that is used instead. */
  notKnown: string
}

export type ForModels<Row> = Row & { models: readonly string[] }

/** Rows by model. The longest matching pattern wins; the last row applies to all other models. */
export type ByModel<Row> = readonly [...ForModels<Row>[], Row | NotKnown]

export const isKnown = <Part extends object>(part: Part | NotKnown): part is Part => !('notKnown' in part)

/** @returns Undefined if the row for the model is `notKnown`. */
export function rowFor<Row extends object>(rows: ByModel<Row>, model: string): Row | undefined {
  let best = rows.at(-1)
  let most = -1
  for (const row of rows) {
    const score = 'models' in row ? matchKnownModel(row.models, model) : -1
    if (score > most) [best, most] = [row, score]
  }
  return best !== undefined && isKnown(best) ? best : undefined
}
