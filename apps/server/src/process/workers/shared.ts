import type { SessionChange } from '../../access/page-sessions.ts'
import { type ActivityChange, createActivity } from '@reason/gateway/host'

/** Shared state of the worker processes, held by the primary process. */
export interface SharedMemory {
  /** Records an opened or closed session. */
  sessionChanged(change: SessionChange): void
  activityChanged(changes: readonly ActivityChange[]): void
  /** State for a worker that starts. */
  known(): { sessions: SessionChange[]; activity: ActivityChange[] }
}

export function createSharedMemory(): SharedMemory {
  const sessions = new Map<string, SessionChange>()
  const activity = createActivity(() => 'other')

  return {
    sessionChanged(change) {
      sessions.delete(change.hash)
      if (change.session !== undefined) sessions.set(change.hash, change)
      for (const [hash, { session }] of sessions) if (session!.expiresAt <= Date.now()) sessions.delete(hash)
    },
    activityChanged: (changes) => changes.forEach(activity.apply),
    known: () => ({ sessions: [...sessions.values()], activity: activity.changes() }),
  }
}
