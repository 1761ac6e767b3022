import type { TraceRecord } from '../record/record.ts'
import { columnNames, toRow } from '../tables/row.ts'

/**
 * Rows per insert statement, largest first. The trigger of the full-text index needs a savepoint, and the index is flushed before each statement. Single rows
 * took a fourth more time for a hundred traces. Each row also became a segment of the index to be merged later.
 */
const rowsAtOnce = [64, 8, 1]

const rowSql = `(?, ?, ${columnNames.map(() => '?').join(', ')})`

export const insertSql = (rows: number): string =>
  `insert into reasoning_traces (seq, stored, ${columnNames.join(', ')}) ` +
  `values ${Array.from({ length: rows }, () => rowSql).join(', ')} on conflict (id) do nothing`

/**
 * Sorts records by time, like their keys. The full-text index buffers ascending keys, and is flushed before others. If
 * records share an id, the first one counts.
 */
export function ascending(records: readonly TraceRecord[]): TraceRecord[] {
  const firsts = new Map<string, TraceRecord>()
  for (const record of records) if (!firsts.has(record.id)) firsts.set(record.id, record)
  return [...firsts.values()].toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Splits records into pieces, one per insert statement. */
export function* inStatements(records: readonly TraceRecord[]): Generator<readonly TraceRecord[]> {
  for (let at = 0; at < records.length;) {
    const size = rowsAtOnce.find((rows) => at + rows <= records.length)!
    yield records.slice(at, at + size)
    at += size
  }
}

/** Adds the values of a record in the order of the statement. */
export function addValues(values: unknown[], seq: number, stored: number, record: TraceRecord): void {
  const row = toRow(record)
  values.push(seq, stored)
  for (const column of columnNames) values.push(row[column])
}
