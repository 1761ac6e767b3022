import { existsSync } from 'node:fs'

/** Where the thread's program is, seen from the module that starts it: beside sources, in the package, and in a bundle of either. */
const places = ['./worker.ts', './worker.js', './isolated/worker.js', './chat-template/worker.js', '../chat-template/worker.js']

/** Undefined if a bundler left it out: it has to be an entry of its own, as `chat-template/worker`. */
export function workerFile(here: string): URL | undefined {
  const own = here.endsWith('.ts') ? places : places.slice(1)
  return own.map((place) => new URL(place, here)).find((url) => existsSync(url))
}
