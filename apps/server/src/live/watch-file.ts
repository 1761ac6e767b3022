import { statSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Editors write in several steps. */
const quietMs = 100

/**
 * Tells when a file has changed. Its folder is watched: editors and Kubernetes put another file in its place, and a watcher of the file
 * itself would keep looking at the old one.
 *
 * @param onError - It cannot be watched any more.
 * @returns To be called when nobody listens any more.
 */
export function watchFile(file: string, onChange: () => void, onError: (error: unknown) => void): () => void {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  let last = signatureOf(path)
  const watcher = watch(dirname(path), { persistent: false }, () => {
    clearTimeout(timer)
    timer = setTimeout(onQuiet, quietMs).unref()
  })
  watcher.on('error', onError)
  return () => {
    clearTimeout(timer)
    watcher.close()
  }

  function onQuiet(): void {
    const now = signatureOf(path)
    // The folder may hold other files, and for a moment not this one.
    if (now === undefined || now === last) return
    last = now
    onChange()
  }
}

function signatureOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}
