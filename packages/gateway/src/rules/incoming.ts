import type { KeyRecord } from '@reason/keys'
import type { HeadLines } from '../head.ts'
import type { Log } from '../log.ts'
import type { RequestTelemetry } from './spans/telemetry.ts'

/** Facts about a request other than its body. */
export interface Incoming {
  id: string
  /** Headers with all values of repeated names. */
  headers: HeadLines
  /** The client's key. Undefined: the gateway requires none. */
  key: KeyRecord | undefined
  log: Log
  bodyBytes: number
  /** Time of arrival, from `performance.now`. */
  startedAt: number
  telemetry: RequestTelemetry | undefined
}
