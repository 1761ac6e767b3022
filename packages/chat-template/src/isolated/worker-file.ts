import { existsSync } from 'node:fs'

/** Places of the thread's program, relative to the module that starts it: beside sources, in the package, and in a bundle of either. */
const places = ['./worker.ts', './worker.js', './isolated/worker.js', './chat-template/worker.js', '../chat-template/worker.js']

/** @returns Undefined if a bundler left the program out. The bundle needs it as a separate entry, `chat-template/worker`. */
export function workerFile(here: string): URL | undefined {
  const own = here.endsWith('.ts') ? places : places.slice(1)
  return own.map((place) => new URL(place, here)).find((url) => existsSync(url))
}
