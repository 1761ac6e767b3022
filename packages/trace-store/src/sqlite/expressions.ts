import { sql } from 'kysely'
import type { Expressions } from '../tables/expressions.ts'

export const expressions: Expressions = {
  moment: (ms) => ms,
  period: (unit) => sql`strftime(${unit === 'day' ? '%Y-%m-%d' : '%Y-%m'}, created_at / 1000, 'unixepoch')`,
  reported: (field) =>
    sql`case when json_extract(usage, ${`$.${field}.source`}) = 'reported' then json_extract(usage, ${`$.${field}.value`}) end`,
  commentaryChars: sql`json_extract(channels, '$.commentary.chars')`,
  // Exactly as in the index.
  metadata: (name) => sql`json_extract(metadata, ${sql.lit(`$."${name}"`)})`,
}
