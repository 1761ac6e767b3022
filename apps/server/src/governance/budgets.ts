import { createBudgets, memoryStore, redisStore, type BudgetEvent, type BudgetStore, type Budgets } from '@reason/budget'
import type { Redis } from 'ioredis'
import type { Config } from '../config/load.ts'

/** Where it is kept how much of the budgets is used: in memory or in Redis. */
export const openBudgetStore = (redis: Redis | undefined): BudgetStore =>
  redis === undefined ? memoryStore() : redisStore({ client: redis })

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
