import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openTraceStore } from '@reason/trace-store'

// Appends until it is killed, and says on its output what was acknowledged: node append.ts URL JOURNAL NAME
const [url, journal, name] = process.argv.slice(2) as [string, string, string]
const store = await openTraceStore({ url, journal, mode: 'full', retention: false })
let number = 0
// Who is killed has no time to leave what it compiled to the next one, which starts in half the time with it.
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
