import { statSync } from 'node:fs'

/** Milliseconds between two checks. Editors write in several steps, which take less. */
const everyMs = 250

/**
 * Watches a file by polling, and calls `onChange` once it has changed and is stable again. Editors and Kubernetes replace the file or its
 * folder. `fs.watch` would therefore have to watch the whole folder, and wake for each line of a log there.
 *
 * @param told - Signature of the file when it was read.
 * @returns Stops watching. The timer does not keep the process alive.
 */
export function watchFile(path: string, onChange: () => void, told = signatureOf(path)): () => void {
  let seen = told
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)

  function look(): void {
    const now = signatureOf(path)
    const isQuiet = now === seen
    seen = now
    // For a moment it may not be there.
    if (!isQuiet || now === told || now === undefined) return
    told = now
    onChange()
  }
}

/**
 * Another one for another file, or content. What copies times along (`cp -p`, images whose files are all of one day) leaves that of the
 * last change of any kind alone. Undefined: it is not there.
 */
export function signatureOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  } catch {
    return undefined
  }
}
