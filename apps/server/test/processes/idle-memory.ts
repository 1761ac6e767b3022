import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { giveBackWhenIdle } from '../../src/process/idle-memory.ts'

// Works, waits for a major garbage collection, and then for several idle periods. Prints the number of collections after each of these.
let collections = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if ((entry as unknown as { detail: { kind: number } }).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++
}).observe({ entryTypes: ['gc'] })

giveBackWhenIdle(300)
const from = process.cpuUsage()
while (process.cpuUsage(from).user < 600_000);
const seen = [collections]
while (collections === 0) await setTimeout(50)
// One call may cause several collections, which end in this time.
await setTimeout(200)
seen.push(collections)
await setTimeout(1000)
console.log(...seen, collections)
