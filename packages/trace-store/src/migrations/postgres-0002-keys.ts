import { type Kysely, sql } from 'kysely'

/** Index to find the traces of a key. Frozen. */
export const keys = {
  // oxlint-disable-next-line typescript/no-explicit-any
  async up(db: Kysely<any>): Promise<void> {
    await sql`
      create index reasoning_traces_key on reasoning_traces ((metadata ->> 'key'), created_at)
        where metadata ->> 'key' is not null`.execute(db)
  },
}
