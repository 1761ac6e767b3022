import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLogStream } from '../../src/telemetry/log-stream.ts'

// Writes 200 MB of log lines, and then prints the growth of memory in MB on standard error. Exits when standard input ends.
const log = createLogStream()
const line = `${JSON.stringify({ level: 40, msg: 'x'.repeat(1000) })}\n`
const before = process.memoryUsage.rss()
for (let turn = 0; turn < 200; turn++) {
  for (let lines = 0; lines < 1000; lines++) log.write(line)
  await nextTurn()
}
process.stderr.write(`${Math.round((process.memoryUsage.rss() - before) / 1_048_576)}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
