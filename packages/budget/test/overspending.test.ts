import { it } from 'vitest'
import { memoryStore, type BudgetStore } from '../src/index.ts'
import { settled } from './generation.ts'
import { neverOverspends } from './overspending.ts'

it('generations that run together exceed a budget by no more than one reservation each', () => neverOverspends(memoryStore, 100), 60_000)

it('also where the store is slow', () => neverOverspends(() => slow(memoryStore()), 60))

/** Does all at once, and says so late. */
function slow(store: BudgetStore): BudgetStore {
  const late = async <T>(reply: Promise<T>): Promise<T> => {
    for (let turn = 0; turn < 60; turn += 1) await settled()
    return reply
  }
  return {
    id: 'slow',
    reserve: (operation) => late(store.reserve(operation)),
    extend: (operation) => late(store.extend(operation)),
    settle: (operation) => late(store.settle(operation)),
    write: (operation) => late(store.write(operation)),
    read: (operation) => late(store.read(operation)),
  }
}
