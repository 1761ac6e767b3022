import * as z from 'zod/mini'
import { windowConfig } from './window.ts'

const count = z.number().check(z.int(), z.nonnegative(), z.lte(1_000_000_000_000))
const positive = z.number().check(z.int(), z.positive(), z.lte(1_000_000_000_000))

/**
 * What is done once a budget is used up.
 * - `warn`: the client gets a warning, and nothing else happens.
 * - `reject`: the next request is refused; what runs may end.
 * - `stop`: what runs stops thinking and answers; the next request may answer, but not think.
 */
export const actions = ['warn', 'reject', 'stop'] as const
export type Action = (typeof actions)[number]

/** One budget. `tokens` of reasoning; 0: unlimited. `warnAt` is a share of it. */
const limitConfig = z.strictObject({
  tokens: z._default(count, 0),
  window: z._default(windowConfig, 'lifetime'),
  warnAt: z._default(z.number().check(z.gt(0), z.lte(1)), 0.8),
  action: z._default(z.enum(actions), 'reject'),
  /** Milliseconds without use after which a lifetime budget starts from 0 again. 0: never. */
  forgetAfterMs: z._default(count, 0),
})

export type Limit = z.output<typeof limitConfig>
export type LimitOptions = z.input<typeof limitConfig>

const weekMs = 604_800_000

/** Each scope's own. Absent: the default of the scope, which is unlimited for keys and teams. */
export const limitsConfig = z.strictObject({
  session: z.optional(limitConfig),
  key: z.optional(limitConfig),
  team: z.optional(limitConfig),
})

export const scopes = ['session', 'key', 'team'] as const
export type Scope = (typeof scopes)[number]
export type Limits = z.output<typeof limitsConfig>
export type LimitsOptions = z.input<typeof limitsConfig>

/** 500 000 tokens for a session, whose memory is kept for a week. */
export const defaultSessionLimit = { tokens: 500_000, forgetAfterMs: weekMs } satisfies LimitOptions

export const budgetsConfig = z.strictObject({
  limits: z._default(limitsConfig, {}),
  reservationTokens: z._default(positive, 4096),
  reservationTtlMs: z._default(positive, 60_000),
  whenStoreDown: z._default(z.enum(['open', 'closed']), 'open'),
  storeTimeoutMs: z._default(positive, 1000),
})

export type BudgetsConfig = z.output<typeof budgetsConfig>
