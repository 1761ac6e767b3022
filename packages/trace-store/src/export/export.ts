import type { Database } from '../database.ts'
import type { TraceFilter } from '../tables/filter.ts'
import { toRecord, type TraceRow } from '../tables/row.ts'
import { readRows } from '../unreadable.ts'
import { toCsv } from './csv.ts'

const rowsAtOnce = 500

type ReadRunner = <T>(run: () => Promise<T>) => Promise<T>
/** Called with the names of rows that could not be read. */
type OnDamaged = (names: readonly string[]) => void

/** Exports page by page, so that only one page is in memory. */
export function exportTraces(
  database: Database,
  filter: TraceFilter,
  format: 'jsonl' | 'csv' | 'parquet',
  reading: ReadRunner,
  onDamaged: OnDamaged,
): AsyncIterable<string> | AsyncIterable<Uint8Array> {
  const pages = readPages(database, filter, reading, onDamaged)
  if (format === 'jsonl') return toJsonl(pages, onDamaged)
  if (format === 'csv') return toCsv(pages)
  if (format === 'parquet') return parquet(pages)
  throw new TypeError(`Traces are exported as "jsonl", "csv" or "parquet", not ${JSON.stringify(format)}.`)
}

async function* readPages(
  database: Database,
  filter: TraceFilter,
  reading: ReadRunner,
  onDamaged: OnDamaged,
): AsyncGenerator<TraceRow[], void, void> {
  let after: string | undefined
  do {
    const { rows, next, damaged = [] } = await reading(() => database.full(filter, { limit: rowsAtOnce, after }))
    onDamaged(damaged)
    if (rows.length > 0) yield rows
    after = next
  } while (after !== undefined)
}

async function* toJsonl(pages: AsyncIterable<TraceRow[]>, onDamaged: OnDamaged): AsyncGenerator<string, void, void> {
  for await (const rows of pages) {
    const { items, damaged } = readRows(rows, (row) => `${JSON.stringify(toRecord(row))}\n`)
    onDamaged(damaged)
    yield items.join('')
  }
}

/** Loads the Parquet writer on demand. */
async function* parquet(pages: AsyncIterable<TraceRow[]>): AsyncGenerator<Uint8Array, void, void> {
  const { toParquet } = await import('./parquet.ts')
  yield* toParquet(pages)
}
