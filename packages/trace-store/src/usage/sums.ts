import { sql, type AliasableExpression, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Grouping } from './groups.ts'
import type { GroupUsage } from './report.ts'

/** How a database reads JSON and times. */
export interface UsageDialect {
  /** What a provider reported, null where it did not. */
  reported(field: 'input' | 'cached' | 'output'): RawBuilder<number | null>
  metadata(name: string): RawBuilder<string | null>
  time(unit: 'day' | 'month'): RawBuilder<string>
}

/** What is read of a trace. */
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
  'metadata',
] as const

/** Sums by group, as doubles: tokens of many years are fewer than 2^53. */
export function sums(db: Kysely<Tables>, traces: AliasableExpression<unknown>, grouping: Grouping, dialect: UsageDialect) {
  const total = (value: RawBuilder<number | null>) => sql<number>`cast(coalesce(sum(${value}), 0) as double precision)`
  const count = (value: RawBuilder<unknown>) => sql<number>`cast(${value} as double precision)`
  const output = dialect.reported('output')
  // Characters of a token, as core's `estimateTokens` counts.
  const estimated = sql`coalesce(reasoning_tokens, 0) + (coalesce(answer_chars, 0) + 3) / 4`
  return db
    .selectFrom(traces.as('traces'))
    .select([
      groupOf(grouping, dialect).as('of'),
      count(sql`count(*)`).as('traces'),
      total(dialect.reported('input')).as('input'),
      total(dialect.reported('cached')).as('cached'),
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

function groupOf(grouping: Grouping, dialect: UsageDialect): RawBuilder<string | null> {
  if ('column' in grouping) return sql`${sql.ref(grouping.column)}`
  return 'time' in grouping ? dialect.time(grouping.time) : dialect.metadata(grouping.metadata)
}
