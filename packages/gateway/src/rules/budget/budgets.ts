import { createBudgets, type BudgetEvent, type BudgetStore, type Budgets } from '@reason/budget'
import type { GatewayConfig } from '../../settings/settings.ts'

/** A file is never away, but its thread has to begin, and a disk may be busy: then requests wait, and their budgets hold. In milliseconds. */
const fileTimeoutMs = 10_000

/** Budgets as they are configured. */
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
