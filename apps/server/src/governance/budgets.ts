import { createBudgets, memoryStore, redisStore, type BudgetEvent, type BudgetStore, type Budgets } from '@reason/budget'
import { Redis } from 'ioredis'
import type { Config } from '../config/load.ts'

/** Where it is kept how much of the budgets is used: in memory or in Redis. */
export function openBudgetStore({ redis }: Pick<Config, 'redis'>): { store: BudgetStore; close(): void } {
  if (redis === undefined) return { store: memoryStore(), close() {} }
  // Commands wait for the connection, but no longer than budgets wait for their store.
  const client = new Redis(redis, { maxRetriesPerRequest: 1 })
  // Connecting goes on in the background; without a listener each failure would end the process.
  client.on('error', () => {})
  return { store: redisStore({ client }), close: () => client.disconnect() }
}

/** Budgets as they are configured. */
export function openBudgets(
  {
    sessionBudget,
    budgetAction,
    budgets: limits = {},
    redisDown,
  }: Pick<Config, 'sessionBudget' | 'budgetAction' | 'budgets' | 'redisDown'>,
  store: BudgetStore,
  onEvent: (event: BudgetEvent) => void,
): Budgets {
  const session = { tokens: sessionBudget, action: budgetAction, ...(limits['session'] as object | undefined) }
  return createBudgets({ limits: { ...limits, session }, whenStoreDown: redisDown, onEvent, store })
}
