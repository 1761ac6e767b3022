import * as z from 'zod/mini'
import { windowConfig } from './window.ts'

const count = z.number().check(z.int(), z.nonnegative(), z.lte(1_000_000_000_000))
const positive = z.number().check(z.int(), z.positive(), z.lte(1_000_000_000_000))

/**
 * Action when a budget is used up.
 * - `warn`: only warns the client.
 * - `reject`: refuses the next request; running generations may end.
 * - `stop`: running generations stop thinking and answer; the next request may answer, but not think.
 */
export const actions = ['warn', 'reject', 'stop'] as const
export type Action = (typeof actions)[number]

/** A budget. `tokens`: limit of reasoning tokens; 0 for no limit. `warnAt`: share of it from which clients are warned. */
const limitConfig = z.strictObject({
  tokens: z._default(count, 0),
  window: z._default(windowConfig, 'lifetime'),
  warnAt: z._default(z.number().check(z.gt(0), z.lte(1)), 0.8),
  action: z._default(z.enum(actions), 'reject'),
  /** Milliseconds without use after which a lifetime budget starts from 0 again. 0: never. */
  forgetAfterMs: z._default(count, 0),
})

/** A limit with its defaults filled in. */
export type Limit = z.output<typeof limitConfig>
/** A limit as applications write it: tokens, 0 for none, and what happens when they are used up. */
export type LimitOptions = z.input<typeof limitConfig>

const weekMs = 604_800_000

/** Limits by scope. Absent: the default of the scope, which is no limit for keys and teams. */
export const limitsConfig = z.strictObject({
  session: z.optional(limitConfig),
  key: z.optional(limitConfig),
  team: z.optional(limitConfig),
})

export const scopes = ['session', 'key', 'team'] as const
export type BudgetScope = (typeof scopes)[number]
export type Limits = z.output<typeof limitsConfig>
/** Limits by scope, as applications write them. */
export type LimitsOptions = z.input<typeof limitsConfig>

/** 500 000 tokens per session. An unused session resets after a week. */
export const defaultSessionLimit = { tokens: 500_000, forgetAfterMs: weekMs } satisfies LimitOptions

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const budgetsConfig = z.strictObject({
  limits: z._default(limitsConfig, {}),
  reservationTokens: z._default(positive, 4096),
  reservationTtlMs: z._default(positive, 60_000),
  whenStoreDown: z._default(z.enum(['open', 'closed']), 'open'),
  storeTimeoutMs: z._default(positive, 1000),
  // Listed so that the error about a misspelt option names them. `createBudgets` checks the store.
  store: z.optional(z.unknown()),
  onEvent: z.optional(z.custom(isFunction, 'must be a function')),
  now: z.optional(z.custom(isFunction, 'must be a function')),
})

export type BudgetsConfig = z.output<typeof budgetsConfig>
