export interface Sort<Column extends string> {
  column: Column
  isDescending: boolean
  /** Sorts by a column, or the other way round if it is the current one. Numbers begin with the largest, text with A. */
  by(column: Column, isNumber: boolean): void
}

/** Rows without a value come last in both directions. Equal rows keep their order. */
export function sorted<Row, Column extends string>(
  rows: readonly Row[],
  { column, isDescending }: Sort<Column>,
  valueOf: (row: Row, column: Column) => number | string | undefined,
): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one, column), valueOf(other, column)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
    return isDescending ? -order : order
  })
}
