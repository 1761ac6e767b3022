// Loaded into a gateway before its own code (`--import`). On SIGUSR2 it collects garbage, where Node has `--expose-gc`, and writes to the file of
// STEPS_FILE how long the longest step of the main thread was since the signal before, in milliseconds of its own CPU: other programs do not count.
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
    // Never half of it.
    writeFileSync(`${env.STEPS_FILE}.new`, JSON.stringify({ count: ++count, longest }))
    renameSync(`${env.STEPS_FILE}.new`, env.STEPS_FILE)
    longest = 0
  })
}
