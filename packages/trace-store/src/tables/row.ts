import type { AnyJson, TraceRecord } from '../record/record.ts'

/**
 * Columns of `reasoning_traces` in the order of inserts, with PostgreSQL's types. The long text is last, because SQLite reads a row only up to the requested
 * columns.
 */
export const columns = {
  id: 'text',
  created_at: 'timestamptz',
  session_key: 'text',
  run_id: 'text',
  request_id: 'text',
  tenant: 'text',
  model: 'text',
  provider: 'text',
  adapter: 'text',
  adapter_version: 'text',
  policy_version: 'text',
  class: 'text',
  mode: 'text',
  outcome: 'text',
  reasoning_tokens: 'bigint',
  reasoning_tokens_source: 'text',
  total_tokens: 'bigint',
  duration_ms: 'bigint',
  answer_hash: 'text',
  answer_chars: 'bigint',
  leak_score: 'double precision',
  redacted_by: 'text',
  channels: 'jsonb',
  usage: 'jsonb',
  timings: 'jsonb',
  boundaries: 'jsonb',
  warnings: 'jsonb',
  errors: 'jsonb',
  tool_calls: 'jsonb',
  seals: 'jsonb',
  redactions: 'jsonb',
  metadata: 'jsonb',
  reasoning_text: 'text',
} as const

export type Column = keyof typeof columns
export const columnNames = Object.keys(columns) as Column[]

type Value<C extends Column> = (typeof columns)[C] extends 'bigint' | 'double precision' | 'timestamptz' ? number : string
type Required = 'id' | 'created_at' | 'class' | 'mode' | 'outcome' | JsonColumn
type JsonColumn = { [C in Column]: (typeof columns)[C] extends 'jsonb' ? C : never }[Column]

/** A row of the drivers: JSON as text, time in milliseconds. */
export type TraceRow = { [C in Column]: C extends Required ? Value<C> : Value<C> | null }

/** JSON of a value, with a shortcut for empty ones, which are most. */
function json(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : JSON.stringify(value)
  for (const _ in value) return JSON.stringify(value)
  return '{}'
}

/** Columns, and their fields in a record: `session_key` is `sessionKey`. */
const fields = columnNames.map((column) => {
  const field = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof TraceRecord
  return { column, field, isJson: columns[column] === 'jsonb' }
})

export function toRow(record: TraceRecord): TraceRow {
  const row: Record<string, unknown> = {}
  for (const { column, field, isJson } of fields) row[column] = isJson ? json(record[field] as object) : record[field]
  return row as TraceRow
}

export function toRecord(row: TraceRow): TraceRecord {
  return {
    id: row.id,
    createdAt: row.created_at,
    sessionKey: row.session_key,
    runId: row.run_id,
    requestId: row.request_id,
    tenant: row.tenant,
    model: row.model,
    provider: row.provider,
    adapter: row.adapter,
    adapterVersion: row.adapter_version,
    policyVersion: row.policy_version,
    class: row.class,
    mode: row.mode as TraceRecord['mode'],
    outcome: row.outcome,
    reasoningText: row.reasoning_text,
    reasoningTokens: row.reasoning_tokens,
    reasoningTokensSource: row.reasoning_tokens_source as TraceRecord['reasoningTokensSource'],
    totalTokens: row.total_tokens,
    durationMs: row.duration_ms,
    answerHash: row.answer_hash,
    answerChars: row.answer_chars,
    channels: parse(row.channels),
    usage: parse(row.usage),
    timings: parse(row.timings),
    boundaries: parse(row.boundaries),
    warnings: parse(row.warnings),
    errors: parse(row.errors),
    toolCalls: parse(row.tool_calls),
    seals: parse(row.seals),
    leakScore: row.leak_score,
    redactions: parse(row.redactions),
    redactedBy: row.redacted_by,
    metadata: parse(row.metadata) as { [key: string]: AnyJson },
  }
}

// `toRow` wrote each column.
const parse = <T>(text: string): T => JSON.parse(text) as T
