import { openTraceStore } from '@reason/trace-store'

// Appends traces until the store refuses 20 of them: node full-disk.ts URL
const [url] = process.argv.slice(2) as [string]
const store = await openTraceStore({ url, mode: 'full', queue: { batchRecords: 10 } })
const stored: string[] = []
const refused: string[] = []
let code = ''
for (let number = 0; refused.length < 20 && number < 3000; number++) {
  await store.append({ id: `n${number}`, reasoningText: 'x'.repeat(4000) }).then(
    () => stored.push(`n${number}`),
    (error: { code: string }) => {
      refused.push(`n${number}`)
      code = error.code
    },
  )
}
const state = store.state()
await store.close().catch(() => {})
process.stdout.write(JSON.stringify({ stored, refused, code, state }))
process.exit()
