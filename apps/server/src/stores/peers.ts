import type { ActivityChange, Share, WrapUpPlace } from '@reason/gateway/host'
import type { Lesson } from '@reason/gateway/upstreams'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { SessionChange } from '../access/page-sessions.ts'

/** A metric with its values, as exchanged between processes. */
export type MetricJson = MetricObjectWithValues<MetricValue<string>>

/** State that the worker processes share through the primary process. */
export interface Peers {
  /** Number of this worker, from 1. A worker's replacement gets the same number. */
  worker: number
  /** Share of this process in a total limit, at least 1. With 2 processes, a limit of 5 is split into 3 and 2. */
  share(whole: number): number
  sessions: Share<SessionChange>
  /** Events for dashboards. */
  activity: Share<ActivityChange>
  /** Facts about upstreams that the gateway learned from their responses. */
  learned: Share<Lesson>
  /** Positions at which models were asked to wrap up. */
  wrapUps: Share<WrapUpPlace>
  /** Metrics of all processes, in the format of Prometheus. */
  metrics(): Promise<string>
  /** Metrics of all processes as JSON, at most a second old. */
  series(): Promise<MetricJson[]>
  /** Number of configured workers, and of those that take requests. */
  state(): Promise<{ wanted: number; listening: number }>
}
