import fc from 'fast-check'
import { expect } from 'vitest'
import { createBudgets, type BudgetStore } from '../src/index.ts'
import { settled } from './generation.ts'

const limit = 300
const reservationTokens = 40

const act = fc.record({
  who: fc.nat({ max: 2 }),
  /** Pieces in one network read, during which the store cannot answer. They have less than half a reservation's tokens. */
  pieces: fc.integer({ min: 1, max: 9 }),
  tokens: fc.integer({ min: 1, max: 2 }),
  next: fc.constantFrom(...Array.from({ length: 18 }, () => 'go on'), 'end', 'crash'),
  /** Waits until even a slow store has answered. */
  waits: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
})

/**
 * Tests that three generations in two processes with a common store never overspend. They think in any order; some end, some crash, and
 * others replace them. The tokens used are at most the limit plus one reservation for each generation.
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
          // After a crash, the process does not close the governor. Its reservation stays until it expires.
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
