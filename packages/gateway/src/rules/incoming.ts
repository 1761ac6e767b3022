import type { KeyRecord } from '@reason/keys'
import type { HeadLines } from '../head.ts'
import type { Log } from '../log.ts'
import type { RequestTelemetry } from './spans/telemetry.ts'

/** What is known of a request beside its body. */
export interface Incoming {
  id: string
  /** Each as often as it came. */
  headers: HeadLines
  /** The client's key. Undefined: the gateway requires none. */
  key: KeyRecord | undefined
  log: Log
  /** Length of its body. */
  bodyBytes: number
  /** When it came, as `performance.now` says. */
  startedAt: number
  telemetry: RequestTelemetry | undefined
}
