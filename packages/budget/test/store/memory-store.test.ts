import { runs } from '@reason/testkit/sampling'
import { expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { describeStore, termsOf } from '../store-suite.ts'

describeStore(
  'memory store',
  () => {
    let now = 0
    return { store: memoryStore({ now: () => now }), setNow: (time) => (now = time) }
  },
  { runs: runs(1000) },
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

it('forgets the sessions that were used longest ago where clients name ever more of them; keys, teams and what runs stay', async () => {
  const store = memoryStore({ now: () => 0, maxSessions: 100 })
  const spend = (name: string, id: string) =>
    store.settle({ tenant: 'key:k', ttlMs: 1, id, tokens: 7, accounts: [termsOf(name, { kind: 'fixed', ms: 1e12 }, 100)] })
  const used = async (name: string) =>
    (await store.read({ tenant: 'key:k', accounts: [termsOf(name, { kind: 'fixed', ms: 1e12 }, 100)] } as never)).accounts[0]!.used
  await spend('key:k', 'key')
  await spend('session:first', 'first')
  for (let number = 0; number < 5000; number += 1) {
    await spend(`session:${number}`, `r${number}`)
    if (number % 50 === 0) await spend('session:often', `often${number}`)
  }
  expect(await used('key:k')).toBe(7)
  expect(await used('session:first')).toBe(0)
  expect(await used('session:often')).toBe(700)
  expect(await used('session:4999')).toBe(7)
})
