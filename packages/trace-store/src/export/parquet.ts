import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { type Column, columnNames, columns, type TraceRow } from '../tables/row.ts'

const types: Record<(typeof columns)[Column], BasicType> = {
  text: 'STRING',
  bigint: 'INT64',
  'double precision': 'DOUBLE',
  timestamptz: 'TIMESTAMP',
  // Text, because few readers support JSON columns yet.
  jsonb: 'STRING',
}

/** Writes a row group per page, and yields its bytes at once. */
export async function* toParquet(pages: AsyncIterable<TraceRow[]>): AsyncGenerator<Uint8Array, void, void> {
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: columnsOf([]) }) })
  for await (const rows of pages) {
    await writer.write({ columnData: columnsOf(rows), rowGroupSize: rows.length })
    yield taken(bytes)
  }
  await writer.finish()
  yield taken(bytes)
}

/** Texts get no smallest and largest value: the end of a file would list them for each row group, in one step. */
function columnsOf(rows: readonly TraceRow[]) {
  return columnNames.map((name) => {
    const type = types[columns[name]]
    return { name, type, nullable: true, statistics: type !== 'STRING', data: rows.map((row) => value(row, name)) }
  })
}

function value(row: TraceRow, name: Column): string | number | bigint | Date | null {
  const found = row[name]
  if (typeof found !== 'number') return found
  if (columns[name] === 'timestamptz') return new Date(found)
  return columns[name] === 'bigint' ? BigInt(found) : found
}

/** Takes the written bytes. The buffer restarts, but offsets in the file continue. */
function taken(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice()
  bytes.index = 0
  return written
}
