import { bestRow, type RowForModels } from '@reason/wire-kit'

/** A fact about a provider that no documentation or recording shows. */
export interface NotKnown {
  /** Reason, and the behaviour that is used instead. */
  notKnown: string
}

export type ForModels<Row> = Row & RowForModels

/** Rows by model. The longest matching pattern wins; the last row applies to all other models. */
export type ByModel<Row> = readonly [...ForModels<Row>[], Row | NotKnown]

export const isKnown = <Part extends object>(part: Part | NotKnown): part is Part => !('notKnown' in part)

/** @returns Undefined if the row for the model is `notKnown`. */
export function rowFor<Row extends object>(rows: ByModel<Row>, model: string): Row | undefined {
  const best =
    bestRow(
      rows.filter((row) => 'models' in row),
      model,
    ) ?? rows.at(-1)
  return best !== undefined && isKnown(best) ? best : undefined
}
