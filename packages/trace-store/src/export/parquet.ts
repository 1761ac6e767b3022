import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { type Column, columnNames, columns, type Row } from '../row.ts'

const types: Record<(typeof columns)[Column], BasicType> = {
  text: 'STRING',
  bigint: 'INT64',
  'double precision': 'DOUBLE',
  timestamptz: 'TIMESTAMP',
  // As text: a reader that knows JSON columns is not common yet.
  jsonb: 'STRING',
}

/** A page of rows becomes a row group; what is written of the file is given out at once. */
export async function* toParquet(pages: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array, void, void> {
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: columnsOf([]) }) })
  for await (const rows of pages) {
    await writer.write({ columnData: columnsOf(rows), rowGroupSize: rows.length })
    yield taken(bytes)
  }
  await writer.finish()
  yield taken(bytes)
}

function columnsOf(rows: readonly Row[]) {
  return columnNames.map((name) => ({ name, type: types[columns[name]], nullable: true, data: rows.map((row) => value(row, name)) }))
}

function value(row: Row, name: Column): string | number | bigint | Date | null {
  const found = row[name]
  if (typeof found !== 'number') return found
  if (columns[name] === 'timestamptz') return new Date(found)
  return columns[name] === 'bigint' ? BigInt(found) : found
}

/** Offsets in the file go on; the buffer begins anew. */
function taken(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice()
  bytes.index = 0
  return written
}
