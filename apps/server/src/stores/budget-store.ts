import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { memoryStore, redisStore, sqliteFileStore, type BudgetStore } from '@reason/budget'
import type { Redis } from 'ioredis'
import type { Config } from '../config/load.ts'
import { faultOf } from '@reason/gateway/errors'
import type { Log } from '@reason/gateway/host'
import { inDataDir } from './data-dir.ts'

export interface OpenBudgetStore {
  store: BudgetStore
  close(): Promise<void>
}

/** Opens the store for the usage of budgets and rate limits: a file, memory or Redis. */
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

/** Path in the data folder. Undefined if the folder is not writable: a gateway that stores nothing else needs no folder. */
function ownFile(dataDir: string, log: Pick<Log, 'warn'>): string | undefined {
  try {
    const path = inDataDir(dataDir, 'budgets.db')
    accessSync(dirname(path), constants.W_OK)
    return path
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'the data folder cannot be written: budgets stay in memory, and a restart loses them')
    return undefined
  }
}
