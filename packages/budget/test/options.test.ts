import {
  createBudgets,
  redisStore,
  sqliteFileStore,
  type BudgetsOptions,
  type BudgetStore,
  type RedisStoreOptions,
  type SqliteFileStoreOptions,
} from '@reason/budget'
import { expect, it } from 'vitest'

const sessionNames = 'Known options of limits.session: tokens, window, warnAt, action, forgetAfterMs.'

// Options of a program without types, and their errors. The names are those of the place with the wrong value.
it.each<[unknown, string]>([
  [{ limit: {} }, 'unknown option "limit" (did you mean "limits"?). Known options: limits, reservationTokens, '],
  [{ onEvents: () => {} }, 'unknown option "onEvents" (did you mean "onEvent"?). Known options: limits, '],
  [{ onEvent: 'log' }, 'onEvent: must be a function.'],
  [{ limits: { sesion: {} } }, 'unknown option "sesion" (did you mean "session"?). Known options of limits: session, key, team.'],
  [{ limits: { session: { tokns: 1 } } }, `unknown option "tokns" (did you mean "tokens"?). ${sessionNames}`],
  [{ limits: { session: { limits: 1 } } }, `unknown option "limits". ${sessionNames}`],
  [{ limits: { session: { tokens: 'many' } } }, 'limits.session.tokens: must be number.'],
  [{ limits: { session: { tokens: -1 } } }, 'limits.session.tokens is -1: must be >= 0.'],
  [{ limits: { session: { warnAt: 80 } } }, 'limits.session.warnAt is 80: must be <= 1.'],
  [{ limits: { session: 5 } }, 'limits.session is 5: must be object.'],
  [{ limits: { session: { window: 'month' } } }, 'limits.session.window: must be "lifetime", or { kind: "fixed" or "rolling", ms: … }.'],
  [{ limits: { session: { action: 'rejct' } } }, 'limits.session.action is "rejct" (did you mean "reject"?), but must be one of: '],
])('%j is told what is wrong with it', (options, says) => {
  expect(() => createBudgets(options as BudgetsOptions)).toThrow(`Invalid options for "budget": ${says}`)
})

it.each<unknown>([{}, { client: {} }, { client: null }])('a store without a client of Redis is refused at once: %j', (options) => {
  expect(() => redisStore(options as RedisStoreOptions)).toThrow('redisStore() needs a client of ioredis')
})

it.each<unknown>(['budgets.db', {}])('a file store without a path is refused at once: %j', (options) => {
  expect(() => sqliteFileStore(options as SqliteFileStoreOptions)).toThrow("{ path: 'budgets.db' }")
})

it.each<unknown>(['redis://127.0.0.1:6379', { evalsha: () => {} }])('what is no store is refused at once: %j', (store) => {
  expect(() => createBudgets({ store: store as BudgetStore })).toThrow(
    'createBudgets() got a value that is no store. Create one: redisStore({ client })',
  )
})
