import { matchModel } from '@reason/core/adapter'

/** A part of what is known of a provider that no page and no recording tells. */
export interface NotKnown {
  /** Why, and which behaviour is used. */
  notKnown: string
}

export type ForModels<Row> = Row & { models: readonly string[] }

/** Rows by model. The longest pattern that fits counts; the last row is for all models that no other row names. */
export type ByModel<Row> = readonly [...ForModels<Row>[], Row | NotKnown]

export const isKnown = <Part extends object>(part: Part | NotKnown): part is Part => !('notKnown' in part)

/** @returns Undefined where the row for the model is `notKnown`. */
export function rowFor<Row extends object>(rows: ByModel<Row>, model: string): Row | undefined {
  let best = rows.at(-1)
  let most = -1
  for (const row of rows) {
    const score = 'models' in row ? matchModel(row.models, model) : -1
    if (score > most) [best, most] = [row, score]
  }
  return best !== undefined && isKnown(best) ? best : undefined
}
