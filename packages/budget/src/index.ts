export { createBudgets, type BudgetOverrides, type Budgets, type BudgetsOptions, type BudgetsState } from './budgets.ts'
export { type AccountIdentity } from './accounts/accounts.ts'
export { type Balance } from './accounts/balance.ts'
export { type Action, type Limit, type LimitOptions, type LimitsOptions, type BudgetScope } from './config.ts'
export { type BudgetCounts, type BudgetEvent } from './accounts/events.ts'
export { type BudgetGovernor } from './generation/governor.ts'
export { memoryStore, type MemoryStore, type MemoryStoreOptions } from './store/memory-store.ts'
export { redisStore, type RedisClient, type RedisStoreOptions } from './redis/redis-store.ts'
export { sqliteStore, type SqliteDatabase, type SqliteStatement, type SqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.ts'
export { sqliteFileStore, type SqliteFileStoreOptions } from './sqlite/threaded-store.ts'
export { type BudgetRefusal } from './accounts/refusal.ts'
export { sessionKeyOf, type SessionKey, type SessionSources } from './session-key.ts'
export type {
  AccountState,
  BudgetStore,
  Extend,
  SpendLevel,
  OfReservation,
  Operation,
  StoreReply,
  Reserve,
  Settle,
  Terms,
  Write,
} from './store/store.ts'
export { type BudgetWindow } from './window.ts'
export { controlBefore, controlStop } from './control.ts'
export type { BeforeOptions, Control, ControlEngine, RequestChanges, StopOptions, StopPlan, UpstreamControl } from './control.ts'
export { rescue, type RescueOptions } from './rescue.ts'
