import { sql, type AliasableExpression, type Kysely, type RawBuilder } from 'kysely'
import type { Expressions } from '../tables/expressions.ts'
import type { TraceTables } from '../tables/schema.ts'
import type { Grouping } from './groups.ts'
import type { GroupUsage } from './report.ts'

export const usageColumns = [
  'model',
  'provider',
  'tenant',
  'session_key',
  'run_id',
  'outcome',
  'class',
  'created_at',
  'reasoning_tokens',
  'reasoning_tokens_source',
  'answer_chars',
  'duration_ms',
  'usage',
  'channels',
  'metadata',
] as const

/** Sums by group, as doubles. Tokens of many years are fewer than 2^53. */
export function sums(
  db: Kysely<TraceTables>,
  traces: AliasableExpression<unknown>,
  grouping: Grouping,
  { commentaryChars, metadata, period, reported }: Expressions,
) {
  const of: RawBuilder<string | null> =
    'column' in grouping
      ? sql.ref(grouping.column)
      : 'time' in grouping
        ? period(grouping.time)
        : sql`cast(${metadata(grouping.metadata)} as text)`
  const total = (value: RawBuilder<number | null>) => sql<number>`cast(coalesce(sum(${value}), 0) as double precision)`
  const count = (value: RawBuilder<unknown>) => sql<number>`cast(${value} as double precision)`
  const output = reported('output')
  // Characters per token, as in core's `estimateTokens`.
  const visible = sql`(coalesce(answer_chars, 0) + 3) / 4 + (coalesce(${commentaryChars}, 0) + 3) / 4`
  const estimated = sql`coalesce(reasoning_tokens, 0) + ${visible}`
  return db
    .selectFrom(traces.as('traces'))
    .select([
      of.as('of'),
      count(sql`count(*)`).as('traces'),
      total(reported('input')).as('input'),
      total(reported('cached')).as('cached'),
      total(output).as('output'),
      total(sql`reasoning_tokens`).as('reasoning'),
      total(sql`case when reasoning_tokens_source = 'reported' and ${output} is not null then ${output} else ${estimated} end`).as(
        'written',
      ),
      count(sql`count(*) - count(${output})`).as('unreported'),
      total(sql`duration_ms`).as('durationMs'),
    ])
    .groupBy(sql`1`)
    .$castTo<GroupUsage>()
}
