/** Message of a database or journal error. For a damaged file, or a folder or named pipe in place of a file, adds the remedy. */
export function failureMessage(error: unknown): string {
  const { code } = error as { code?: unknown }
  const message = error instanceof Error && error.message !== '' ? error.message : String(code ?? error)
  if (code === 'EISDIR' || code === 'ENXIO') {
    return `${message}. A folder or a named pipe has the name of the database, or of a file beside it (-wal, .spill): move it elsewhere, and start again`
  }
  if (!/^SQLITE_(?:NOTADB|CORRUPT)/.test(String(code))) return message
  return (
    `${message}. The file of the database is damaged: stop the program, move the file and those with -wal and -shm behind its name elsewhere, and start again with an ` +
    `empty one. "sqlite3 FILE .recover" reads what is left of the old one`
  )
}
