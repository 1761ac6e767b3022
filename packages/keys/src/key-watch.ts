import { statSync } from 'node:fs'

/** Whoever wants to know of changes of a file of keys. It alone keeps no process alive. */
export interface KeyWatch {
  /** Looks now, for whoever cannot wait. */
  look(): void
  close(): void
}

/**
 * In milliseconds. The system would tell of changes at once, but only of all those in a folder, as the file is another one after each: the log of
 * a database beside it woke a server twenty times for each trace.
 */
const everyMs = 250

/** @param onChange - Called when the file is another one, has come or has gone. */
export function watchKeys(path: string, onChange: () => void): KeyWatch {
  let last = signatureOf(path)
  const timer = setInterval(look, everyMs).unref()
  return { look, close: () => clearInterval(timer) }

  function look(): void {
    const now = signatureOf(path)
    if (now === last) return
    last = now
    onChange()
  }
}

function signatureOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    // What copies times along (`cp -p`) leaves the last one alone.
    return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  } catch (error) {
    // Whoever reads it then says what is wrong.
    return (error as NodeJS.ErrnoException).code
  }
}
