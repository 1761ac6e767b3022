import { columnNames, type Row } from '../row.ts'

/** RFC 4180, with a head. Times are ISO 8601. Nothing comes before the database has answered: who begins a file with it knows that there is one. */
export async function* toCsv(pages: AsyncIterable<Row[]>): AsyncGenerator<string, void, void> {
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
  // A spreadsheet runs what begins like this: it is made text, as OWASP advises.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
