import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Expressions } from './expressions.ts'
import { name } from '../record/normalize.ts'
import type { TraceTables } from './schema.ts'

/** Filter of traces. All given conditions must hold. Times are in Unix milliseconds. */
export interface TraceFilter {
  session?: string | undefined
  run?: string | undefined
  request?: string | undefined
  tenant?: string | undefined
  /** A name, or a pattern in which `*` stands for any text, even an empty one. Patterns ignore case. */
  model?: string | undefined
  provider?: string | undefined
  outcome?: string | undefined
  class?: string | undefined
  /** `key` in the metadata, which a gateway sets to the public part of the client's key. */
  key?: string | undefined
  /** Inclusive. */
  since?: number | undefined
  /** Exclusive. */
  until?: number | undefined
  minLeakScore?: number | undefined
  minReasoningTokens?: number | undefined
  maxReasoningTokens?: number | undefined
  minTotalTokens?: number | undefined
  maxTotalTokens?: number | undefined
}

const equal = {
  session: 'session_key',
  run: 'run_id',
  request: 'request_id',
  tenant: 'tenant',
  model: 'model',
  provider: 'provider',
  outcome: 'outcome',
  class: 'class',
} as const

const ranges = [
  ['since', 'created_at', '>='],
  ['until', 'created_at', '<'],
  ['minLeakScore', 'leak_score', '>='],
  ['minReasoningTokens', 'reasoning_tokens', '>='],
  ['maxReasoningTokens', 'reasoning_tokens', '<='],
  ['minTotalTokens', 'total_tokens', '>='],
  ['maxTotalTokens', 'total_tokens', '<='],
] as const

/** @throws {TypeError} for a bound that is not a finite number, and for an unknown field */
export function conditions(
  eb: ExpressionBuilder<TraceTables, 'reasoning_traces'>,
  filter: TraceFilter,
  { moment, metadata }: Expressions,
): Expression<SqlBool>[] {
  const known = [...Object.keys(equal), 'key', ...ranges.map(([key]) => key)]
  const unknown = Object.keys(filter).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new TypeError(`A filter has no "${unknown}" (it has: ${known.join(', ')}).`)
  const found: Expression<SqlBool>[] = []
  for (const [key, column] of Object.entries(equal)) {
    const value = filter[key as keyof typeof equal]
    if (value === undefined) continue
    found.push(key === 'model' && value.includes('*') ? like(column, name(value)!) : eb(`reasoning_traces.${column}`, '=', name(value)!))
  }
  for (const [key, column, operator] of ranges) {
    const value = filter[key]
    if (value === undefined) continue
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`"${key}" of a filter is a number, not ${String(value)}.`)
    found.push(eb(`reasoning_traces.${column}`, operator, column === 'created_at' ? moment(value) : value))
  }
  if (filter.key !== undefined) found.push(eb(metadata('key'), '=', name(filter.key)!))
  // Repeats the condition of the partial index on leaks.
  if (filter.minLeakScore !== undefined && filter.minLeakScore > 0) found.push(eb('reasoning_traces.leak_score', '>', eb.lit(0)))
  return found
}

/** Case-insensitive `like`. Databases differ in whether their own `like` ignores case. */
function like(column: string, pattern: string): Expression<SqlBool> {
  const escaped = pattern.replaceAll(/[!%_]/g, '!$&').replaceAll('*', '%')
  return sql<SqlBool>`lower(${sql.ref(`reasoning_traces.${column}`)}) like lower(${escaped}) escape '!'`
}
