import type { TraceRecord } from '../record.ts'
import { columnNames, toRow } from '../row.ts'

/**
 * How many are inserted with one statement, the largest that there are enough for. Before each statement the index of words writes what it has
 * gathered, as its trigger needs a savepoint: one by one, a hundred traces took a fourth more time, and each became a segment of the index that had
 * to be merged later.
 */
const rowsAtOnce = [64, 8, 1]

const rowSql = `(?, ?, ${columnNames.map(() => '?').join(', ')})`

export const insertSql = (rows: number): string =>
  `insert into reasoning_traces (seq, stored, ${columnNames.join(', ')}) ` +
  `values ${Array.from({ length: rows }, () => rowSql).join(', ')} on conflict (id) do nothing`

/**
 * By time, as their keys are: the index of words gathers what ascends, and writes it before what does not. Of two with one id the first that came
 * counts.
 */
export function ascending(records: readonly TraceRecord[]): TraceRecord[] {
  const firsts = new Map<string, TraceRecord>()
  for (const record of records) if (!firsts.has(record.id)) firsts.set(record.id, record)
  return [...firsts.values()].toSorted((a, b) => a.createdAt - b.createdAt)
}

/** In pieces of which each is inserted with one statement. */
export function* inStatements(records: readonly TraceRecord[]): Generator<readonly TraceRecord[]> {
  for (let at = 0; at < records.length;) {
    const size = rowsAtOnce.find((rows) => at + rows <= records.length)!
    yield records.slice(at, at + size)
    at += size
  }
}

/** As the statement has them. */
export function addValues(values: unknown[], seq: number, stored: number, record: TraceRecord): void {
  const row = toRow(record)
  values.push(seq, stored)
  for (const column of columnNames) values.push(row[column])
}
