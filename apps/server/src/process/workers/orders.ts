import type { SessionChange } from '../../access/page-sessions.ts'
import type { SettingName } from '../../config/settings.ts'
import type { ActivityChange } from '@reason/gateway/host'

/** In the environment of a process that was started by another one of the gateway: its number. No setting, and nothing to set. */
export const workerVariable = '_REASON_WORKER'

/** What a process is told when it starts. */
export interface Orders {
  /** From 1. */
  worker: number
  count: number
  portIsDefault: boolean
  /** Settings that hold until all of the gateway is started again, whatever the file says by now. */
  fixed: Partial<Record<SettingName, unknown>>
  sessions: readonly SessionChange[]
  activity: readonly ActivityChange[]
}
