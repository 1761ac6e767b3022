import type { ChainRow } from '../tables/schema.ts'

export type ChainEndRow = Pick<ChainRow, 'position' | 'link'>

/** The end of the chain in the database. */
export interface ChainEnd {
  /** Hash of the requested link. Undefined if it does not exist. */
  before: string | undefined
  last: ChainEndRow | undefined
}

/** @param rows - The link at `position` and the last one, if they exist, in this order. */
export const chainEndOf = (rows: readonly ChainEndRow[], position: number): ChainEnd => ({
  before: rows.find((row) => row.position === position)?.link,
  last: rows.at(-1),
})
