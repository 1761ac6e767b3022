import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { createBudgets, memoryStore, redisStore, sqliteFileStore, type BudgetEvent, type BudgetStore, type Budgets } from '@reason/budget'
import type { Redis } from 'ioredis'
import type { Config } from '../../../config/load.ts'
import { faultOf } from '../../errors/fault.ts'
import { inDataDir } from '../../../stores/data-dir.ts'
import type { Log } from '../../log.ts'

export interface OpenBudgetStore {
  store: BudgetStore
  close(): Promise<void>
}

/** Where it is kept how much of budgets and rate limits is used: in a file, in memory or in Redis. */
export function openBudgetStore(
  { budgetStore: where, dataDir }: Pick<Config, 'budgetStore' | 'dataDir'>,
  redis: Redis | undefined,
  log: Pick<Log, 'warn'>,
): OpenBudgetStore {
  if (redis !== undefined) return { store: redisStore({ client: redis }), close: async () => {} }
  const path = where === 'memory' ? undefined : where === 'sqlite' ? ownFile(dataDir, log) : where.slice('sqlite:'.length)
  if (path === undefined) return { store: memoryStore(), close: async () => {} }
  const store = sqliteFileStore({ path })
  return { store, close: () => store.close() }
}

/** A file is never away, but its thread has to begin, and a disk may be busy: then requests wait, and their budgets hold. In milliseconds. */
const fileTimeoutMs = 10_000

/** In the data folder. Undefined where nothing can be written there: a gateway that keeps nothing else needs no folder. */
function ownFile(dataDir: string, log: Pick<Log, 'warn'>): string | undefined {
  try {
    const path = inDataDir(dataDir, 'budgets.db')
    accessSync(dirname(path), constants.W_OK)
    return path
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'budgets are kept in memory, and end with this process: the data folder cannot be written')
    return undefined
  }
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
  const storeTimeoutMs = store.id === 'sqlite' ? fileTimeoutMs : undefined
  return createBudgets({
    limits: { ...limits, session },
    whenStoreDown: redisDown,
    onEvent,
    store,
    ...(storeTimeoutMs !== undefined && { storeTimeoutMs }),
  })
}
