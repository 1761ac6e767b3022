import { sql, type RawBuilder } from 'kysely'

/** Sort orders of lists, with their columns. */
const columns = {
  reasoningTokens: 'reasoning_tokens',
  totalTokens: 'total_tokens',
  durationMs: 'duration_ms',
  leakScore: 'leak_score',
} as const

export type TraceSort = keyof typeof columns

/** Orders of `list` besides the newest first. */
export const traceSorts = Object.keys(columns) as readonly TraceSort[]

/** Sort expression, largest first. Traces without the value come last. */
export const rankOf = (sort: TraceSort): RawBuilder<number> => sql<number>`coalesce(${sql.ref(`reasoning_traces.${columns[sort]}`)}, -1)`

/** @param place - Cursor in a list by time, which orders traces of equal rank. */
export const rankCursor = (rank: number, place: string): string => `r${Number(rank)}_${place}`

export function readRankCursor(cursor: string): { rank: number; place: string } {
  const [, rank = '', place] = /^r([-+.\de]+)_(.+)$/.exec(cursor) ?? []
  if (place === undefined || Number.isNaN(Number(rank))) throw noCursor(cursor)
  return { rank: Number(rank), place }
}

export const noCursor = (cursor: string): TypeError =>
  new TypeError(`"${cursor.slice(0, 64)}" is no cursor of this listing. Give the "next" of a page.`)
