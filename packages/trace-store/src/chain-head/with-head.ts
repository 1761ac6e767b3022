import type { Database } from '../database.ts'
import type { HeadKeeper } from './head-keeper.ts'

/** The same database, whose head follows each call that may add links. Only `close` waits for the head. */
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

  /** Also after a failure: some of it may have been done. */
  async function followed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      moved()
    }
  }
}
