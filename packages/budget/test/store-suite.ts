import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../src/config.ts'
import type { BudgetStore, Terms } from '../src/index.ts'
import { rememberSettledMs } from '../src/store/store.ts'
import { bucketsOf, type BudgetWindow } from '../src/window.ts'
import { Model } from './model.ts'

/** An empty store with a clock that the test sets. */
export interface Clocked {
  store: BudgetStore
  setNow(now: number): void
}

const start = 1_800_000_000_000

export function termsOf(name: string, window: BudgetWindow, limit: number, action: Action = 'reject', forgetAfterMs = 0): Terms {
  return { name, limit, warnFrom: Math.ceil(limit * 0.8), action, forgetAfterMs, ...bucketsOf(window) }
}

const tokens = fc.oneof(fc.nat({ max: 60 }), fc.constantFrom(0, 1, 100))
const some = fc.subarray([0, 1, 2], { minLength: 1 })
const id = fc.constantFrom('a', 'b', 'c', 'd')
/** Two lifetimes: two gateways may have different settings while one waits for its restart. */
const ttlMs = fc.constantFrom(1000, 1000, 1000, 300)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('reserve' as const), id, some, tokens, ttlMs }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('extend' as const), id, some, tokens, running: fc.nat({ max: 80 }), ttlMs }) },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('settle' as const), id, some, tokens }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('write' as const), some, used: tokens }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('read' as const), some }) },
  // Waiting also covers crashes: a crashed process does nothing, and its reservations expire.
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('wait' as const),
      ms: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 20_000 }), fc.constant(4_000_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('set back' as const), ms: fc.nat({ max: 15_000 }) }) },
)
const window = fc.oneof(
  fc.constant('lifetime' as const),
  fc.record({ kind: fc.constantFrom('fixed' as const, 'rolling' as const), ms: fc.constantFrom(1000, 7001, 60_000) }),
)
const accounts = fc.tuple(
  ...['session:s', 'key:k', 'team:t'].map((name) =>
    fc
      .record({
        window,
        limit: fc.constantFrom(50, 100, 200),
        action: fc.constantFrom<Action>('warn', 'reject', 'stop'),
        forgetAfterMs: fc.constantFrom(0, 5000),
      })
      .map((one) => termsOf(name, one.window, one.limit, one.action, one.window === 'lifetime' ? one.forgetAfterMs : 0)),
  ),
)

/** Describes the tests for every store. `open` returns an empty store. */
export function describeStore(name: string, open: () => Promise<Clocked> | Clocked, { runs }: { runs: number }): void {
  describe(name, () => {
    const one = (terms: Terms) => ({ tenant: 'team:t', accounts: [terms], ttlMs: 1000 })

    it('does what the model does, however operations, crashes and clocks are mixed', async () => {
      await fc.assert(
        fc.asyncProperty(accounts, fc.array(step, { minLength: 1, maxLength: 40 }), async (terms, steps) => {
          const { store, setNow } = await open()
          const model = new Model(start)
          setNow(start)
          /** Ids of reservations that may exist already. */
          const known = new Set<string>()
          for (const action of steps) {
            if (action.verb === 'wait' || action.verb === 'set back') {
              model.now += action.verb === 'wait' ? action.ms : -action.ms
              setNow(model.now)
              continue
            }
            const common = { tenant: 'team:t', accounts: action.some.map((index) => terms[index]!), ttlMs: 1000 }
            const run = (on: BudgetStore | Model) => {
              if (action.verb === 'reserve') return on.reserve({ ...common, ...action })
              if (action.verb === 'extend') return on.extend({ ...common, ...action })
              if (action.verb === 'settle') return on.settle({ ...common, ...action })
              if (action.verb === 'write') return on.write({ ...common, ...action })
              return on.read(common)
            }
            const before = model.read(common)
            const expected = run(model)
            const got = await run(store)
            expect(got).toEqual(expected)
            if (action.verb === 'reserve' && got.outcome === 'done' && !known.has(action.id)) {
              for (const [index, { used, reserved }] of before.accounts.entries()) {
                const { limit } = common.accounts[index]!
                expect(got.accounts[index]!.granted).toBeLessThanOrEqual(Math.max(0, limit - used - reserved))
              }
            }
            if ('id' in action) known.add(action.id)
          }
        }),
        { numRuns: runs },
      )
    })

    it('makes a reservation once, and settles it once', async () => {
      const { store, setNow } = await open()
      setNow(start)
      const common = { ...one(termsOf('key:k', 'lifetime', 100)), id: 'a' }
      const first = await store.reserve({ ...common, tokens: 40 })
      const again = await store.reserve({ ...common, tokens: 40 })
      expect([first, again].map(({ outcome, accounts: [state] }) => [outcome, state!.granted, state!.reserved])).toEqual([
        ['done', 40, 40],
        ['done', 40, 40],
      ])
      const settled = [await store.settle({ ...common, tokens: 30 }), await store.settle({ ...common, tokens: 30 })]
      expect(settled.map(({ outcome, accounts: [state] }) => [outcome, state!.used, state!.reserved])).toEqual([
        ['done', 30, 0],
        ['settled', 30, 0],
      ])
      expect(await store.reserve({ ...common, tokens: 40 })).toMatchObject({ outcome: 'settled', accounts: [{ reserved: 0 }] })
      expect(await store.extend({ ...common, tokens: 40, running: 40 })).toMatchObject({ outcome: 'settled', accounts: [{ reserved: 0 }] })
    })

    it('remembers for an hour that a reservation was settled', async () => {
      const { store, setNow } = await open()
      const common = { ...one(termsOf('key:k', 'lifetime', 100)), id: 'a', tokens: 40 }
      const outcomes: string[] = []
      for (const now of [0, rememberSettledMs - 1, rememberSettledMs]) {
        setNow(start + now)
        outcomes.push((await store.settle(common)).outcome)
      }
      expect(outcomes).toEqual(['done', 'settled', 'done'])
    })

    it('reserves in all accounts or in none', async () => {
      const { store, setNow } = await open()
      setNow(start)
      const [key, team] = [termsOf('key:k', 'lifetime', 100), termsOf('team:t', 'lifetime', 50)]
      await store.settle({ ...one(team), id: 'a', tokens: 50 })
      const both = { tenant: 'team:t', accounts: [key, team], ttlMs: 1000 }
      expect(await store.reserve({ ...both, id: 'b', tokens: 10 })).toMatchObject({ outcome: 'refused' })
      expect(await store.read(both)).toMatchObject({ accounts: [{ reserved: 0 }, { used: 50, reserved: 0 }] })
    })

    it('gives what a crashed process had reserved back when it expires, and counts what it used when it was not dead after all', async () => {
      const { store, setNow } = await open()
      setNow(start)
      const common = { ...one(termsOf('key:k', 'lifetime', 100)), id: 'a' }
      await store.reserve({ ...common, tokens: 100 })
      setNow(start + 999)
      expect(await store.reserve({ ...common, id: 'b', tokens: 10 })).toMatchObject({
        outcome: 'refused',
        accounts: [{ nextExpiryAt: start + 1000 }],
      })
      setNow(start + 1000)
      expect(await store.reserve({ ...common, id: 'b', tokens: 10 })).toMatchObject({ outcome: 'done', accounts: [{ reserved: 10 }] })
      expect(await store.settle({ ...common, tokens: 95 })).toMatchObject({ outcome: 'done', accounts: [{ used: 95, reserved: 10 }] })
    })

    it('gives a short reservation back at its own time, though a longer one came before it', async () => {
      const { store, setNow } = await open()
      setNow(start)
      const common = one(termsOf('key:k', 'lifetime', 100))
      await store.reserve({ ...common, id: 'long', tokens: 30, ttlMs: 60_000 })
      await store.reserve({ ...common, id: 'short', tokens: 20 })
      setNow(start + 1000)
      expect(await store.read(common)).toMatchObject({ accounts: [{ reserved: 30, nextExpiryAt: start + 60_000 }] })
    })

    it('says once that a line was crossed, and again when it is crossed again', async () => {
      const { store, setNow } = await open()
      const terms = termsOf('key:k', { kind: 'fixed', ms: 10_000 }, 100)
      const crossed: string[] = []
      let count = 0
      const settle = async (amount: number) => {
        const {
          accounts: [state],
        } = await store.settle({ ...one(terms), id: `r${(count += 1)}`, tokens: amount })
        crossed.push(`${state!.before}>${state!.after}`)
      }
      setNow(start)
      for (const amount of [79, 1, 5, 15, 1]) await settle(amount)
      setNow(start + 10_000)
      await settle(100)
      expect(crossed).toEqual(['0>0', '0>1', '1>1', '1>2', '2>2', '0>2'])
    })

    it('keeps what was spent when an account gets another window', async () => {
      const { store, setNow } = await open()
      setNow(start)
      await store.settle({ ...one(termsOf('key:k', 'lifetime', 100)), id: 'a', tokens: 30 })
      setNow(start + 5000)
      const fixed = termsOf('key:k', { kind: 'fixed', ms: 10_000 }, 100)
      expect(await store.read(one(fixed))).toMatchObject({ accounts: [{ used: 30 }] })
      setNow(start + 10_000)
      expect(await store.read(one(fixed))).toMatchObject({ accounts: [{ used: 0 }] })
    })

    it('counts tokens of a rolling window for its length, and a sixtieth longer at most', async () => {
      const ms = 60_000
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: ms }), async (offset) => {
          const { store, setNow } = await open()
          const terms = termsOf('key:k', { kind: 'rolling', ms }, 100)
          setNow(start + offset)
          await store.settle({ ...one(terms), id: 'a', tokens: 10 })
          setNow(start + offset + ms)
          expect(await store.read(one(terms))).toMatchObject({ accounts: [{ used: 10 }] })
          setNow(start + offset + ms + ms / 60)
          expect(await store.read(one(terms))).toMatchObject({ accounts: [{ used: 0 }] })
        }),
        { numRuns: 20 },
      )
    })

    it('is not put out of step by a clock that is set back', async () => {
      const { store, setNow } = await open()
      const terms = termsOf('key:k', { kind: 'fixed', ms: 10_000 }, 100)
      const hour = 3_600_000
      setNow(start + hour)
      await store.reserve({ ...one(terms), id: 'a', tokens: 20 })
      await store.settle({ ...one(terms), id: 'b', tokens: 30 })
      setNow(start)
      expect(await store.read(one(terms))).toMatchObject({ accounts: [{ used: 30, reserved: 20, nextExpiryAt: start + 1000 }] })
      setNow(start + 10_000)
      expect(await store.read(one(terms))).toMatchObject({ accounts: [{ used: 0, reserved: 0 }] })
    })

    it('counts large numbers exactly', async () => {
      const { store, setNow } = await open()
      setNow(start)
      const terms = termsOf('key:k', { kind: 'rolling', ms: 10_000_000_000_000 }, 1_000_000_000_000)
      await store.settle({ ...one(terms), id: 'a', tokens: 999_999_999_998 })
      expect(await store.settle({ ...one(terms), id: 'b', tokens: 1 })).toMatchObject({ accounts: [{ used: 999_999_999_999, after: 1 }] })
      expect(await store.settle({ ...one(terms), id: 'c', tokens: 1 })).toMatchObject({
        now: start,
        accounts: [{ used: 1_000_000_000_000, after: 2 }],
      })
    })
  })
}
