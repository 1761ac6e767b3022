import { statSync } from 'node:fs'

/** In milliseconds. Editors write in several steps, which take less. */
const everyMs = 250

/**
 * Tells when a file is another one, and was left alone for a moment. It is looked at: the system would tell of changes by itself, but editors and Kubernetes put
 * another file, or folder, in its place, so that it would have to tell of everything beside it: also of each line of a log.
 *
 * @param told - What it was like when it was read.
 * @returns To be called when nobody listens any more. Without that, no process is kept alive.
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
