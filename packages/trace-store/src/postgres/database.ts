import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { chainEndOf, type ChainEnd } from '../chain/chain-end.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { postgresMigrations } from '../migrations/postgres.ts'
import { name } from '../record/normalize.ts'
import type { RecordJson, TraceRecord } from '../record/record.ts'
import type { TraceTables } from '../tables/schema.ts'
import { NamesDialect } from './dialect.ts'
import { codeOf, isPassing, isRecordFault, noPartition } from './faults.ts'
import { insertRecords } from './insert.ts'
import { ensurePartitions, type Period } from './partitions.ts'
import { checkWritable, createPool } from './pool.ts'
import { deleteRows, prunePartitions } from './prune.ts'
import { full, get, list, search, tail, usage } from './queries.ts'

export interface PostgresOptions {
  url: string
  schema: string
  partition: Period
  connections: number
  audit: boolean
  now: () => number
}

const dayMs = 86_400_000

export function postgresDatabase({ url, schema, partition, connections, audit, now }: PostgresOptions): Database {
  let pool: Pool | undefined
  let db: Kysely<TraceTables> | undefined
  /** Names of partitions that are known to exist. */
  const partitions = new Set<string>()
  const tombstonesAt = audit ? now : undefined

  return {
    kind: 'postgres',
    db: opened,
    connect,
    insert,
    isRecordFault,
    list: (filter, page) => list(opened, filter, page),
    full: (filter, page) => full(opened, filter, page),
    search: (query, filter, page, map) => search(opened, query, filter, page, map),
    get: (id) => get(opened, id),
    tail: (filter, page) => tail(opened, filter, page),
    usage: (grouping, filter) => usage(opened, grouping, filter),
    chainEnd,
    deleteTraces,
    // The server reports damage itself.
    damage: () => undefined,
    async prune(rule) {
      const pruned = await prunePartitions(opened(), partitions, rule, tombstonesAt)
      await aheadOfTime()
      return pruned
    },
    async close() {
      const open = pool
      pool = db = undefined
      await open?.end()
    },
  }

  function opened(): Kysely<TraceTables> {
    if (db === undefined) throw new Error('No connection has succeeded since the start.')
    return db
  }

  async function connect(): Promise<void> {
    pool ??= await createPool({ url, schema, connections })
    if (db !== undefined) return await checkWritable(pool)
    const fresh = new Kysely<TraceTables>({ dialect: new NamesDialect({ pool }) })
    const lock = await pool.connect()
    try {
      // If several processes start at once, one migrates and the others wait.
      await lock.query('select pg_advisory_lock(hashtext($1))', [`reason.trace-store.${schema}`])
      if (schema !== 'public') await lock.query(`create schema if not exists "${schema}"`)
      await migrate(fresh, postgresMigrations, schema)
      await lock.query('select pg_advisory_unlock(hashtext($1))', [`reason.trace-store.${schema}`])
      lock.release()
    } catch (error) {
      // Closing the connection releases the lock.
      lock.release(true)
      throw error
    }
    db = fresh
    await aheadOfTime()
  }

  /** Creates partitions for the next days, so that inserts need not wait. */
  async function aheadOfTime(): Promise<void> {
    const time = Math.min(Math.max(now(), 0), 3_700_000_000_000)
    await ensurePartitions(opened(), partitions, [time, time + dayMs, time + 2 * dayMs], partition)
  }

  async function insert(jsons: readonly RecordJson[]): Promise<number> {
    const records = jsons.map((json) => JSON.parse(json) as TraceRecord)
    for (let attempt = 0; ; attempt++) {
      try {
        await ensurePartitions(
          opened(),
          partitions,
          records.map(({ createdAt }) => createdAt),
          attempt === 0 ? partition : 'day',
        )
        return await insertRecords(opened(), records, audit, now)
      } catch (error) {
        if (attempt >= 4 || !(isPassing(error) || codeOf(error) === noPartition)) throw error
        partitions.clear()
      }
    }
  }

  async function chainEnd(position: number): Promise<ChainEnd> {
    const rows = await opened()
      .selectFrom('trace_chain')
      .select(['position', 'link'])
      .where((eb) =>
        eb.or([
          eb('position', '=', position),
          eb(
            'position',
            '=',
            eb.selectFrom('trace_chain').select((inner) => inner.fn.max('position').as('last')),
          ),
        ]),
      )
      .orderBy('position')
      .execute()
    return chainEndOf(rows, position)
  }

  async function deleteTraces(which: { session: string } | { id: string }): Promise<number> {
    // The time selects the partition of an id.
    const condition =
      'id' in which
        ? sql<boolean>`id = ${name(which.id)!} and created_at = (select t.created_at from trace_ids t where t.id = ${name(which.id)!})`
        : sql<boolean>`session_key = ${name(which.session)!}`
    const { rows: tables } = await sql<{ name: string }>`
      select distinct tableoid::regclass::text as name from reasoning_traces where ${condition}`.execute(opened())
    const deleted = await opened()
      .transaction()
      .execute((trx) => deleteRows(trx, sql`reasoning_traces`, condition, tombstonesAt))
    // Removes deleted data from tables and index now, instead of at the next autovacuum.
    for (const table of tables) await sql`vacuum ${sql.raw(table.name)}`.execute(opened())
    return deleted
  }
}
