import { createBudgets, redisStore, type BudgetEvent, type Budgets } from '@reason/budget'
import { Redis } from 'ioredis'
import type { Config } from '../config/load.ts'

type BudgetConfig = Pick<Config, 'sessionBudget' | 'budgetAction' | 'budgets' | 'redis' | 'redisDown'>

export interface OpenBudgets {
  budgets: Budgets
  close(): Promise<void>
}

/** Budgets as they are configured, in memory or in Redis. */
export function openBudgets(
  { sessionBudget, budgetAction, budgets: limits = {}, redis, redisDown }: BudgetConfig,
  onEvent: (event: BudgetEvent) => void,
): OpenBudgets {
  // Commands wait for the connection, but no longer than budgets wait for their store.
  const client = redis === undefined ? undefined : new Redis(redis, { maxRetriesPerRequest: 1 })
  // Connecting goes on in the background; without a listener each failure would end the process.
  client?.on('error', () => {})
  const session = { tokens: sessionBudget, action: budgetAction, ...(limits['session'] as object | undefined) }
  const budgets = createBudgets({
    limits: { ...limits, session },
    whenStoreDown: redisDown,
    onEvent,
    ...(client !== undefined && { store: redisStore({ client }) }),
  })
  return {
    budgets,
    async close() {
      await budgets.close()
      client?.disconnect()
    },
  }
}
