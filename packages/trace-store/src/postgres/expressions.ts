import { sql } from 'kysely'
import type { Expressions } from '../tables/expressions.ts'

export const expressions: Expressions = {
  moment: timestamp,
  period: (unit) => sql`to_char(created_at at time zone 'UTC', ${unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`,
  reported: (field) =>
    sql`case when usage #>> ${`{${field},source}`} = 'reported' then cast(usage #>> ${`{${field},value}`} as double precision) end`,
  commentaryChars: sql`cast(channels #>> '{commentary,chars}' as bigint)`,
  // Exactly as in the index.
  metadata: (name) => sql`metadata ->> ${sql.lit(name)}`,
}

const earliest = -62_135_596_800_000
const latest = 253_370_764_800_000

/** A time for the driver, which takes text. Clamps bounds to the valid range. */
export function timestamp(ms: number): number {
  return new Date(Math.min(latest, Math.max(earliest, ms))).toISOString() as unknown as number
}
