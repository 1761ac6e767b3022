import fc from 'fast-check'
import { expect } from 'vitest'
import { createBudgets, type BudgetStore } from '../src/index.ts'
import { settled } from './generation.ts'

const limit = 300
const reservationTokens = 40

const act = fc.record({
  who: fc.nat({ max: 2 }),
  /** Pieces in one read of the network, between which the store cannot answer: less than half a reservation. */
  pieces: fc.integer({ min: 1, max: 9 }),
  tokens: fc.integer({ min: 1, max: 2 }),
  next: fc.constantFrom(...Array.from({ length: 18 }, () => 'go on'), 'end', 'crash'),
  /** For the store, however slow it is. */
  waits: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
})

/**
 * Three generations think in any order, over two processes that share a store; some end, some crash, others take their places. What is
 * used in the end is at most the limit and one reservation for each.
 */
export async function neverOverspends(open: () => BudgetStore, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 100, maxLength: 200 }), async (acts) => {
      const store = open()
      const options = { store, reservationTokens, limits: { session: { tokens: limit, action: 'stop' as const } } }
      const processes = [createBudgets(options), createBudgets(options)]
      const create = (who: number) => processes[who % 2]!.governor({ session: 's' })
      const running = new Map<number, ReturnType<typeof create>>()
      const stopped = new Set<number>()
      let overspent = 0
      for (const { who, pieces, tokens, next, waits } of acts) {
        let governor = running.get(who)
        if (governor === undefined) {
          governor = create(who)
          await governor.admit()
          running.set(who, governor)
          stopped.delete(who)
        }
        for (let piece = 0; piece < pieces && !stopped.has(who); piece += 1) {
          const judged = governor.onPart({ type: 'delta', block: 0, channel: 'reasoning', text: 'word'.repeat(tokens) })
          if (judged !== 'continue' && judged.verdict === 'stop-reasoning') stopped.add(who)
        }
        for (let turn = 0; turn < (waits ? 10 : 1); turn += 1) await settled()
        if (next === 'end' || next === 'crash') {
          // A crash: this process says no more of it. What it reserved stays until it expires.
          if (next === 'end') await governor.close()
          running.delete(who)
        }
        if (waits) overspent = Math.max(overspent, (await processes[0]!.show({ session: 's' }))[0]!.used - limit)
      }
      await Promise.all([...running.values()].map((governor) => governor.close()))
      const [balance] = await processes[0]!.show({ session: 's' })
      expect(Math.max(overspent, balance!.used - limit)).toBeLessThanOrEqual(3 * reservationTokens)
    }),
    { numRuns: runs },
  )
}
