import type { SessionChange } from '../../access/page-sessions.ts'
import { type ActivityChange, createActivity } from '@reason/gateway/host'

/** What processes of one gateway have in common, in the memory of the one that started them. */
export interface SharedMemory {
  /** A session was opened or closed. */
  sessionChanged(change: SessionChange): void
  activityChanged(changes: readonly ActivityChange[]): void
  /** What a process has to know that starts now. */
  known(): { sessions: SessionChange[]; activity: ActivityChange[] }
}

/** @param now - Unix milliseconds. */
export function createSharedMemory(now: () => number = Date.now): SharedMemory {
  const sessions = new Map<string, SessionChange>()
  const activity = createActivity(() => 'other')

  return {
    sessionChanged(change) {
      sessions.delete(change.hash)
      if (change.session !== undefined) sessions.set(change.hash, change)
      for (const [hash, { session }] of sessions) if (session!.expiresAt <= now()) sessions.delete(hash)
    },
    activityChanged: (changes) => changes.forEach(activity.apply),
    known: () => ({ sessions: [...sessions.values()], activity: activity.changes() }),
  }
}
