import { statSync } from 'node:fs'

/** Watches a key file for changes. Its timer does not keep the process alive. */
export interface KeyWatch {
  /** Checks the file now, before the next tick of the timer. */
  look(): void
  close(): void
}

/**
 * Milliseconds between two checks. A file watcher would report changes at once, but has to watch the whole folder, as each write replaces
 * the file. The log of a database in that folder woke a server twenty times for each trace.
 */
const everyMs = 250

/** @param onChange - Called when the file was replaced, created or deleted. */
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

/**
 * Signature of a file, which changes with the file or its content. Undefined if the file is missing. If it cannot be examined, the code
 * of the error.
 */
export function signatureOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    // `cp -p` and container images preserve `mtime`, and cannot set `ctime`.
    return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  } catch (error) {
    // The change triggers a read of the file, which reports the error.
    return (error as NodeJS.ErrnoException).code
  }
}
