import type { Database } from '../database.ts'
import type { HeadKeeper } from './head-keeper.ts'

/** Wraps a database: the head is updated after each call that may add links. Only `close` waits for it. */
export function withHead(database: Database, { moved, settled }: Pick<HeadKeeper, 'moved' | 'settled'>): Database {
  return {
    ...database,
    connect: () => followed(database.connect()),
    insert: (records) => followed(database.insert(records)),
    deleteTraces: (which) => followed(database.deleteTraces(which)),
    prune: (rule) => followed(database.prune(rule)),
    async close() {
      await settled()
      await database.close()
    },
  }

  /** Updates the head even after a failure, which may have been partial. */
  async function followed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      moved()
    }
  }
}
