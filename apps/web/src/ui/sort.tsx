import './sort.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Sort } from './sorted.ts'

/** State of a sortable table. @param first - Initial column, sorted by the largest value first. */
export function useSort<Column extends string>(first: Column): Sort<Column> {
  const [{ column, isDescending }, set] = useState({ column: first, isDescending: true })
  return {
    column,
    isDescending,
    by: (next, isNumber) => set({ column: next, isDescending: next === column ? !isDescending : isNumber }),
  }
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
