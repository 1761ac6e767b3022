import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openTraceStore } from '@reason/trace-store'

// Appends traces until it is killed, and prints the acknowledged ids: node append.ts URL JOURNAL NAME
const [url, journal, name] = process.argv.slice(2) as [string, string, string]
const store = await openTraceStore({ url, journal, mode: 'full', retention: false })
let number = 0
// A killed process cannot write its compiled code, with which the next process starts in half the time.
if (name === 'r1') flushCompileCache()
writeSync(1, 'ready\n')
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const id = `${name}-${++number}`
      await store.append({ id, sessionKey: 's', reasoningText: `unforgettable ${id} ${'text '.repeat(number % 300)}` })
      writeSync(1, `${id}\n`)
    }
  }),
)
