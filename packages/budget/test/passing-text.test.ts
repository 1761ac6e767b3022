import type { DeltaPart } from '@reason/core/parts'
import { describe, expect, it } from 'vitest'
import { createBudgets, memoryStore } from '../src/index.ts'
import { settled, thinking } from './generation.ts'

const thought: DeltaPart = { type: 'delta', block: 0, channel: 'reasoning', text: 'word' }
const said: DeltaPart = { type: 'delta', block: 1, channel: 'answer', text: 'It is 4.' }

async function open(action: 'warn' | 'stop', tokens: number) {
  let asked = 0
  const store = memoryStore()
  const counting = { ...store, extend: (...args: Parameters<typeof store.extend>) => (asked++, store.extend(...args)) }
  const budgets = createBudgets({ store: counting, limits: { session: { tokens, action } } })
  const governor = budgets.governor({ session: 's' })
  await governor.admit()
  return { governor, asked: () => asked }
}

describe('text that may be counted later', () => {
  for (const action of ['warn', 'stop'] as const) {
    it(`causes no verdict, no warning and no question to the store (${action})`, async () => {
      const { governor, asked } = await open(action, 1500)
      let passed = 0
      for (const part of thinking(1600)) {
        if (part.type === 'delta') {
          const passes = governor.passes!(part)
          const before = asked()
          const verdict = governor.onPart(part)
          if (passes) {
            passed += 1
            expect(verdict).toBe('continue')
            expect(asked()).toBe(before)
          }
          if (verdict !== 'continue' && verdict.verdict === 'stop-reasoning') break
        } else governor.onPart(part)
        await settled()
      }
      // Most of it passes, or the test shows nothing.
      expect(passed).toBeGreaterThan(1400)
      await governor.close()
    })
  }

  it('does not include text while a warning waits for it', async () => {
    const terms = { tokens: 10, action: 'warn', window: { kind: 'fixed', ms: 86_400_000 } } as const
    const budgets = createBudgets({ limits: { session: terms, key: terms } })
    const governor = budgets.governor({ session: 's', key: 'k' })
    await governor.admit()
    governor.onPart({ type: 'block-start', block: 0, channel: 'reasoning' })
    expect(governor.passes!(said)).toBe(true)
    // Both budgets have a warning now, and a part takes one of them.
    expect(governor.onPart({ ...thought, text: 'word'.repeat(8) })).toMatchObject({ warning: { code: 'budget-warning' } })
    expect(governor.passes!(said)).toBe(false)
    expect(governor.onPart(said)).toMatchObject({ warning: { code: 'budget-warning' } })
    expect(governor.passes!(said)).toBe(true)
    await governor.close()
  })

  it('does not include text beyond the reservation after the store has failed', async () => {
    const { isImmediate: _, ...store } = memoryStore()
    let fail: (() => void) | undefined
    const failing = {
      ...store,
      extend: () => new Promise<never>((_, reject) => void (fail = () => reject(new Error('The store is gone.')))),
    }
    const budgets = createBudgets({
      store: failing,
      reservationTokens: 100,
      whenStoreDown: 'closed',
      limits: { session: { tokens: 1000, action: 'stop' } },
    })
    const governor = budgets.governor({ session: 's' })
    await governor.admit()
    for (const part of thinking(95)) governor.onPart(part)
    fail!()
    await settled()
    expect(governor.passes!(thought)).toBe(true)
    for (const part of thinking(4).slice(1)) governor.onPart(part)
    expect(governor.passes!(thought)).toBe(false)
    expect(governor.onPart(thought)).toMatchObject({ verdict: 'stop-reasoning' })
    await governor.close()
  })
})
