import { columnNames, type TraceRow } from '../tables/row.ts'

/**
 * Converts pages to CSV (RFC 4180) with a header line. Times are ISO 8601. Yields the header only after the database has answered, so that an error comes
 * first.
 */
export async function* toCsv(pages: AsyncIterable<TraceRow[]>): AsyncGenerator<string, void, void> {
  let head = `${columnNames.join(',')}\r\n`
  for await (const rows of pages) {
    const lines = rows.map(
      (row) =>
        `${columnNames.map((column) => cell(column === 'created_at' ? new Date(row[column]).toISOString() : row[column])).join(',')}\r\n`,
    )
    yield head + lines.join('')
    head = ''
  }
  if (head !== '') yield head
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would execute a text with this beginning. The quote makes it text, as OWASP advises.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
