import { memoryStore, type Extend, type Operation, type Reserve, type Settle, type Write } from '@reason/budget'
import type { SessionChange } from '../access/page-sessions.ts'
import { createRateLimits, type LimitedKey } from '../access/rate-limits.ts'
import { createActivity, type ActivityChange } from '../pages/live/activity.ts'
import type { Handlers } from './channel.ts'

/** What processes of one gateway have in common, in the memory of the one that started them. */
export interface SharedMemory {
  /** For any of them. */
  handlers: Handlers
  /** A session was opened or closed. */
  sessionChanged(change: SessionChange): void
  activityChanged(changes: readonly ActivityChange[]): void
  /** What a process has to know that starts now. */
  known(): { sessions: SessionChange[]; activity: ActivityChange[] }
}

/** @param now - Unix milliseconds. */
export function createSharedMemory(now: () => number = Date.now): SharedMemory {
  const budgets = memoryStore()
  const limits = createRateLimits(undefined, () => {})
  const sessions = new Map<string, SessionChange>()
  const activity = createActivity(() => 'other')

  return {
    handlers: {
      'budgets.reserve': (operation: Reserve) => budgets.reserve(operation),
      'budgets.extend': (operation: Extend) => budgets.extend(operation),
      'budgets.settle': (operation: Settle) => budgets.settle(operation),
      'budgets.write': (operation: Write) => budgets.write(operation),
      'budgets.read': (operation: Operation) => budgets.read(operation),
      'limits.request': (key: LimitedKey) => limits.request(key),
      'limits.tokens': (key: LimitedKey, tokens: number) => limits.tokens(key, tokens),
    },
    sessionChanged(change) {
      sessions.delete(change.hash)
      if (change.session !== undefined) sessions.set(change.hash, change)
      for (const [hash, { session }] of sessions) if (session!.expiresAt <= now()) sessions.delete(hash)
    },
    activityChanged: (changes) => changes.forEach(activity.apply),
    known: () => ({ sessions: [...sessions.values()], activity: activity.changes() }),
  }
}
