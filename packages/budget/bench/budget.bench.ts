/**
 * What budgets cost: per delta of reasoning, and per generation. In this package's folder, the last argument being optional:
 *
 *     node --conditions=@reason/source bench/budget.bench.ts redis://127.0.0.1:6379
 */
import type { Part } from '@reason/core'
import { Redis } from 'ioredis'
import { createBudgets, memoryStore, redisStore, type BudgetStore } from '../src/index.ts'

const limits = {
  session: { tokens: 1_000_000_000, action: 'stop' },
  key: { tokens: 1_000_000_000 },
  team: { tokens: 1_000_000_000 },
} as const
const identity = { session: 's', key: 'k', team: 't' }
const delta: Part = { type: 'delta', block: 0, channel: 'reasoning', text: ' and' }

/** Best of some runs, in nanoseconds each. */
async function best(times: number, run: () => Promise<void> | void): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const from = performance.now()
    await run()
    least = Math.min(least, performance.now() - from)
  }
  return (least * 1e6) / times
}

async function perDelta(): Promise<void> {
  const times = 1_000_000
  const budgets = createBudgets({ limits })
  const governor = budgets.governor(identity)
  await governor.admit()
  const nanoseconds = await best(times, async () => {
    for (let done = 0; done < times; done += 1000) {
      for (let index = 0; index < 1000; index += 1) if (governor.onPart(delta) !== 'continue') throw new Error('It was stopped.')
      await Promise.resolve()
    }
  })
  await governor.close()
  const [balance] = await budgets.show(identity)
  if (balance!.used !== 5 * times) throw new Error(`${balance!.used} tokens were counted, not ${5 * times}.`)
  console.log(`a delta of reasoning: ${nanoseconds.toFixed(0)} ns`)
}

async function perGeneration(name: string, store: BudgetStore, times: number, concurrent: number): Promise<void> {
  const budgets = createBudgets({ limits, store, whenStoreDown: 'closed', storeTimeoutMs: 20_000 })
  const nanoseconds = await best(times, async () => {
    for (let done = 0; done < times; done += concurrent) {
      await Promise.all(Array.from({ length: concurrent }, () => generate()))
    }
  })
  const balances = await budgets.show(identity)
  for (const { scope, used, reserved } of balances) {
    if (used !== 5 * times || reserved !== 0)
      throw new Error(`${scope}: ${used} tokens were counted, not ${5 * times}; ${reserved} are reserved.`)
  }
  console.log(`a generation, three budgets, ${concurrent} at once, ${name}: ${(nanoseconds / 1000).toFixed(1)} µs`)

  async function generate(): Promise<void> {
    const governor = budgets.governor(identity)
    const admission = await governor.admit()
    if (!admission.admitted) throw new Error(admission.reason)
    governor.onPart(delta)
    await governor.close()
  }
}

await perDelta()
await perGeneration('memory', memoryStore(), 20_000, 1)
await perGeneration('memory', memoryStore(), 10_000, 1000)
const url = process.argv[2]
if (url === undefined) console.log('No address of a Redis was given: it is left out.')
else {
  const client = new Redis(url)
  for (const concurrent of [1, 100]) {
    await perGeneration('Redis', redisStore({ client, prefix: `bench:${Date.now()}:` }), 2000, concurrent)
  }
  client.disconnect()
}
