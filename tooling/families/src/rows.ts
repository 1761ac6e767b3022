import type { Row } from './row.ts'
import { rowsAToK } from './rows-a-k.ts'
import { rowsLToZ } from './rows-l-z.ts'

/** What is written by hand of the families that have a template: names of models, and overrides with a reason. All else follows from the templates. */
export const rows: readonly Row[] = [...rowsAToK, ...rowsLToZ]
