import { openTraceStore } from '@reason/trace-store'

// Waits for input, so that several processes open the store at once, and stores one trace: node open.ts OPTIONS NAME
const [options, name] = process.argv.slice(2) as [string, string]
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const store = await openTraceStore({ ...(JSON.parse(options) as { url: string }), mode: 'full' })
await store.append({ id: name, reasoningText: 'here' })
const { status } = store.state()
await store.close()
process.stdout.write(`${status}\n`)
process.exit()
