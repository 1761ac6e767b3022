import { expect, it } from 'vitest'
import { memoryStore } from '../src/index.ts'
import { describeStore, termsOf } from './store-suite.ts'

describeStore(
  'memory store',
  () => {
    let now = 0
    return { store: memoryStore({ now: () => now }), setNow: (time) => (now = time) }
  },
  { runs: 1000 },
)

it('forgets accounts and reservations that count no more', async () => {
  let now = 0
  const store = memoryStore({ now: () => now })
  const sizes: number[] = []
  for (let number = 0; number < 50_000; number += 1) {
    // One generation of a new session each second. Settled ones are remembered for an hour: 3600 and a few count, and sweeps are rare.
    now += 1000
    const terms = termsOf(`session:${number}`, { kind: 'fixed', ms: 60_000 }, 100)
    await store.settle({ tenant: 't', ttlMs: 1, id: `r${number}`, tokens: 1, accounts: [terms] })
    sizes.push(store.size())
  }
  expect(Math.max(...sizes)).toBeLessThan(3 * 3700)
})
