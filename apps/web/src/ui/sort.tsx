import './sort.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface Sort<Column extends string> {
  column: Column
  isDescending: boolean
  /** Sorts by a column, or the other way round if it is the current one. Numbers begin with the largest, text with A. */
  by(column: Column, isNumber: boolean): void
}

/** @param first - The column before the first click, largest first. */
export function useSort<Column extends string>(first: Column): Sort<Column> {
  const [{ column, isDescending }, set] = useState({ column: first, isDescending: true })
  return {
    column,
    isDescending,
    by: (next, isNumber) => set({ column: next, isDescending: next === column ? !isDescending : isNumber }),
  }
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

interface HeadProps<Column extends string> {
  sort: Sort<Column>
  column: Column
  isNumber?: boolean
  /** Default `number` for numbers. */
  class?: string
  children: ComponentChildren
}

/** The head of a column, with a button that sorts by it. */
export function SortHead<Column extends string>({
  sort,
  column,
  isNumber = false,
  class: className = isNumber ? 'number' : '',
  children,
}: HeadProps<Column>) {
  const isCurrent = sort.column === column
  const direction = sort.isDescending ? 'descending' : 'ascending'
  return (
    <th class={className} aria-sort={isCurrent ? direction : 'none'}>
      <button type="button" class="sort" onClick={() => sort.by(column, isNumber)}>
        {children}
        <span class="sort-mark" aria-hidden="true">
          {isCurrent ? (sort.isDescending ? '▼' : '▲') : ''}
        </span>
      </button>
    </th>
  )
}
