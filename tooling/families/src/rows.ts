import type { Row } from './row.ts'
import { rowsAToK } from './rows-a-k.ts'
import { rowsLToZ } from './rows-l-z.ts'

/** The handwritten data of families with a template: names of models, and overrides with a reason. The rest comes from the templates. */
export const rows: readonly Row[] = [...rowsAToK, ...rowsLToZ]
