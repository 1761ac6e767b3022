import { createBudgets, type BudgetEvent, type BudgetStore, type Budgets } from '@reason/budget'
import type { GatewayConfig } from '../../settings/settings.ts'

/** Timeout for a file store, in milliseconds. Its thread has to start, and a disk may be busy: requests wait then, and their budgets still apply. */
const fileTimeoutMs = 10_000

export function openBudgets(
  {
    sessionBudget,
    budgetAction,
    budgets: limits = {},
    redisDown,
  }: Pick<GatewayConfig, 'sessionBudget' | 'budgetAction' | 'budgets' | 'redisDown'>,
  store: BudgetStore,
  onEvent: (event: BudgetEvent) => void,
): Budgets {
  const session = { tokens: sessionBudget, action: budgetAction, ...(limits['session'] as object | undefined) }
  const storeTimeoutMs = store.id === 'sqlite' ? fileTimeoutMs : undefined
  return createBudgets({
    limits: { ...limits, session },
    whenStoreDown: redisDown,
    onEvent,
    store,
    ...(storeTimeoutMs !== undefined && { storeTimeoutMs }),
  })
}
