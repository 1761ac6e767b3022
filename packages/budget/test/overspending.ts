import fc from 'fast-check'
import { expect } from 'vitest'
import { createBudgets, type BudgetStore } from '../src/index.ts'
import { settled } from './generation.ts'

const limit = 400
const reservationTokens = 40

const act = fc.record({
  who: fc.nat({ max: 5 }),
  tokens: fc.integer({ min: 1, max: 20 }),
  next: fc.constantFrom('go on', 'go on', 'go on', 'end', 'crash'),
  /** The event loop runs, and the store can answer. */
  waits: fc.boolean(),
})

/**
 * Six generations think in any order, over two processes that share a store; some end, some crash, others take their places. What is
 * used in the end is at most the limit and one reservation for each.
 */
export async function neverOverspends(open: () => BudgetStore, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 150 }), async (acts) => {
      const store = open()
      const options = { store, reservationTokens, limits: { session: { tokens: limit, action: 'stop' as const } } }
      const processes = [createBudgets(options), createBudgets(options)]
      const create = (who: number) => processes[who % 2]!.governor({ session: 's' })
      const running = new Map<number, ReturnType<typeof create>>()
      const stopped = new Set<number>()
      let overspent = 0
      for (const { who, tokens, next, waits } of acts) {
        let governor = running.get(who)
        if (governor === undefined) {
          governor = create(who)
          await governor.admit()
          running.set(who, governor)
          stopped.delete(who)
        }
        if (!stopped.has(who)) {
          const judged = governor.onPart({ type: 'delta', block: 0, channel: 'reasoning', text: 'word'.repeat(tokens) })
          if (judged !== 'continue' && judged.verdict === 'stop-reasoning') stopped.add(who)
        }
        if (waits) await settled()
        if (next === 'end' || next === 'crash') {
          // A crash: this process says no more of it. What it reserved stays until it expires.
          if (next === 'end') await governor.close()
          running.delete(who)
        }
        if (waits) overspent = Math.max(overspent, (await processes[0]!.show({ session: 's' }))[0]!.used - limit)
      }
      await Promise.all([...running.values()].map((governor) => governor.close()))
      const [balance] = await processes[0]!.show({ session: 's' })
      expect(Math.max(overspent, balance!.used - limit)).toBeLessThanOrEqual(6 * reservationTokens)
    }),
    { numRuns: runs },
  )
}
