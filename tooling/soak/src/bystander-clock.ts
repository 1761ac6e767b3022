import { parentPort } from 'node:worker_threads'

/** Milliseconds between two readings of the clock. */
const everyMs = 10

let last = performance.now()
let longest = 0
setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - everyMs)
  last = now
}, everyMs)
parentPort!.once('message', () => parentPort!.postMessage(longest))
