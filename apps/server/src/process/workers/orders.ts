import type { SessionChange } from '../../access/page-sessions.ts'
import type { SettingName } from '../../config/settings.ts'
import type { ActivityChange } from '@reason/gateway/host'

/** Environment variable with the number of a worker process. Internal, not a setting. */
export const workerVariable = '_REASON_WORKER'

/** Initial data for a worker process. */
export interface Orders {
  /** Number of the worker, from 1. */
  worker: number
  count: number
  portIsDefault: boolean
  /** Settings that are fixed until the whole gateway restarts, even if the file has changed. */
  fixed: Partial<Record<SettingName, unknown>>
  sessions: readonly SessionChange[]
  activity: readonly ActivityChange[]
}
