import type { BudgetStore } from '@reason/budget'
import type { FastifyBaseLogger } from 'fastify'
import type { MetricJson } from './series.ts'
import type { LimitedKey, RateLimits } from '../access/rate-limits.ts'
import type { SessionChange } from '../access/page-sessions.ts'
import type { ApiError } from '../clients/api-error.ts'
import type { ActivityChange } from '../pages/live/activity.ts'
import { faultOf } from '../routes/fault.ts'
import type { Channel } from './channel.ts'
import type { Orders } from './orders.ts'
import type { Share } from './share.ts'

/** What the processes of one gateway share, through the one that started them. */
export interface Peers {
  /** Of this process, from 1. Who takes the place of one that died has its number. */
  worker: number
  /** This one's part of what is allowed to all: of 5 among 2 processes 3 and 2, and at least 1. */
  share(whole: number): number
  budgets: BudgetStore
  rateLimits(log: Pick<FastifyBaseLogger, 'warn'>): RateLimits
  /** Sessions of pages. */
  sessions: Share<SessionChange>
  /** For dashboards. */
  activity: Share<ActivityChange>
  /** Series of all processes, as Prometheus reads them. */
  metrics(): Promise<string>
  /** The same, to calculate with: a second old at most. */
  series(): Promise<MetricJson[]>
  /** How many processes there are to be, and how many take requests. */
  state(): Promise<{ wanted: number; listening: number }>
}

export function createPeers(
  channel: Channel,
  { worker, count }: Pick<Orders, 'worker' | 'count'>,
  shares: Pick<Peers, 'sessions' | 'activity'>,
): Peers {
  return {
    worker,
    share: (whole) => Math.max(1, Math.floor(whole / count) + (worker <= whole % count ? 1 : 0)),
    budgets: {
      id: 'memory',
      reserve: (operation) => channel.ask('budgets.reserve', operation) as ReturnType<BudgetStore['reserve']>,
      extend: (operation) => channel.ask('budgets.extend', operation) as ReturnType<BudgetStore['extend']>,
      settle: (operation) => channel.ask('budgets.settle', operation) as ReturnType<BudgetStore['settle']>,
      write: (operation) => channel.ask('budgets.write', operation) as ReturnType<BudgetStore['write']>,
      read: (operation) => channel.ask('budgets.read', operation) as ReturnType<BudgetStore['read']>,
    },
    rateLimits: (log) => ({
      async request(key) {
        try {
          return (await channel.ask('limits.request', limited(key))) as ApiError | undefined
        } catch (error) {
          log.warn({ err: faultOf(error) }, 'rate limits do not hold')
          return undefined
        }
      },
      tokens(key, tokens) {
        if (key.rateLimits?.tokensPerMinute !== undefined) channel.tell('limits.tokens', limited(key), tokens)
      },
    }),
    ...shares,
    metrics: () => channel.ask('metrics') as Promise<string>,
    series: () => channel.ask('series') as Promise<MetricJson[]>,
    state: () => channel.ask('state') as ReturnType<Peers['state']>,
  }
}

const limited = ({ id, rateLimits }: LimitedKey): LimitedKey => ({ id, ...(rateLimits !== undefined && { rateLimits }) })
