import type { MetricJson } from './series.ts'
import type { SessionChange } from '../../access/page-sessions.ts'
import type { ActivityChange, Share, WrapUpPlace } from '@reason/gateway/host'
import type { Lesson } from '@reason/gateway/upstreams'
import type { Channel } from './channel.ts'
import type { Orders } from './orders.ts'

/** What the processes of one gateway share, through the one that started them. */
export interface Peers {
  /** Of this process, from 1. Who takes the place of one that died has its number. */
  worker: number
  /** This one's part of what is allowed to all: of 5 among 2 processes 3 and 2, and at least 1. */
  share(whole: number): number
  /** Sessions of pages. */
  sessions: Share<SessionChange>
  /** For dashboards. */
  activity: Share<ActivityChange>
  /** What answers of upstreams taught. */
  learned: Share<Lesson>
  /** Where models were asked to come to an end. */
  wrapUps: Share<WrapUpPlace>
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
  shares: Pick<Peers, 'sessions' | 'activity' | 'learned' | 'wrapUps'>,
): Peers {
  return {
    worker,
    share: (whole) => Math.max(1, Math.floor(whole / count) + (worker <= whole % count ? 1 : 0)),
    ...shares,
    metrics: () => channel.ask('metrics') as Promise<string>,
    series: () => channel.ask('series') as Promise<MetricJson[]>,
    state: () => channel.ask('state') as ReturnType<Peers['state']>,
  }
}
