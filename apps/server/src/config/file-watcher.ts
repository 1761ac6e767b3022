import { signatureOf } from '@reason/keys'

/** Milliseconds between two checks. Longer than an editor takes to write a file in several steps. */
const everyMs = 250

/**
 * Watches a file by polling, and calls `onChange` once it has changed and is stable again. Editors and Kubernetes replace the file or its folder. `fs.watch`
 * would therefore have to watch the whole folder, and wake for each log line in that folder.
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
    // The file may be missing for a moment.
    if (!isQuiet || now === told || now === undefined) return
    told = now
    onChange()
  }
}
