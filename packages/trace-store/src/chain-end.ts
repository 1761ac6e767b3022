import type { ChainRow } from './schema.ts'

export type ChainEndRow = Pick<ChainRow, 'position' | 'link'>

/** The end of the chain as the database has it. */
export interface ChainEnd {
  /** Hash of the link that was asked for. Undefined: there is none. */
  before: string | undefined
  last: ChainEndRow | undefined
}

/** @param rows - The link at `position` and the last one, as far as they are there, in their order. */
export const chainEndOf = (rows: readonly ChainEndRow[], position: number): ChainEnd => ({
  before: rows.find((row) => row.position === position)?.link,
  last: rows.at(-1),
})
