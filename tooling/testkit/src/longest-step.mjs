// Node loads this module into a gateway before its own code (`--import`). On SIGUSR2 the module collects garbage if Node has `--expose-gc`.
// It also writes the longest step of the main thread since the last signal to STEPS_FILE, in milliseconds of the thread's CPU time.
import { renameSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { isMainThread } from 'node:worker_threads'

const everyMs = 1

if (isMainThread && env.STEPS_FILE !== undefined) {
  let last = process.threadCpuUsage()
  let longest = 0
  let count = 0
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    last = process.threadCpuUsage()
    // The rename is atomic: a reader never sees half of the file.
    writeFileSync(`${env.STEPS_FILE}.new`, JSON.stringify({ count: ++count, longest }))
    renameSync(`${env.STEPS_FILE}.new`, env.STEPS_FILE)
    longest = 0
  })
}
