import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { chainEndOf, type ChainEnd } from '../chain-end.ts'
import type { Database, RowPage, PageRequest, SummaryRow } from '../database.ts'
import { conditions, type TraceFilter } from '../filter.ts'
import { migrate } from '../migrations/migrate.ts'
import { postgresMigrations } from '../migrations/postgres.ts'
import { name } from '../normalize.ts'
import type { RecordJson, TraceRecord } from '../record.ts'
import { bytesAtOnce, piecesOf } from '../pieces.ts'
import { noCursor, rankCursor, rankOf, readRankCursor, type TraceSort } from '../rank.ts'
import { columnNames, type TraceRow } from '../row.ts'
import type { TraceTables } from '../schema.ts'
import { type Query, toTsquery } from '../search/query.ts'
import type { Grouping } from '../usage/groups.ts'
import type { UsagePiece } from '../usage/report.ts'
import { sums, usageColumns } from '../usage/sums.ts'
import { NamesDialect } from './dialect.ts'
import { expressions, timestamp } from './expressions.ts'
import { codeOf, isPassing, isRecordFault, noPartition } from './faults.ts'
import { insertRecords } from './insert.ts'
import { ensurePartitions, type Period } from './partitions.ts'
import { checkWritable, createPool } from './pool.ts'
import { deleteRows, prunePartitions } from './prune.ts'
import { without } from '../without.ts'

export interface PostgresOptions {
  url: string
  schema: string
  partition: Period
  connections: number
  audit: boolean
  now: () => number
}

const dayMs = 86_400_000
/**
 * Maximum number of traces that a search scans before it uses the full-text index, at 2 to 3 µs each. Phrases and prefixes are more expensive for the index: it
 * contains only words, and has to check every trace that has all of them.
 */
const readThrough = ({ all, none }: Query): number =>
  [...all, ...none].some(({ words, prefix }) => prefix || words.length > 1) ? 12_000 : 4_000
const summaryColumns = columnNames.filter((column) => column !== 'reasoning_text')

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
    list,
    full,
    search,
    get,
    tail,
    usage,
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
    if (db === undefined) throw new Error('The database was never reached.')
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

  async function list(filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow>> {
    if (page.sort !== undefined) return ranked(filter, page, page.sort)
    const { keys, next } = pageOf(await newestFirst(filter, page).select(summaryColumns).execute(), page.limit)
    return { rows: keys, ...next }
  }

  async function ranked(filter: TraceFilter, { limit, after }: PageRequest, sort: TraceSort): Promise<RowPage<SummaryRow>> {
    const rank = rankOf(sort)
    const cursor = after === undefined ? undefined : readRankCursor(after)
    const before = cursor && { rank: cursor.rank, ...readCursor(cursor.place) }
    const found = await matching(opened(), filter, undefined)
      .select([...summaryColumns, rank.as('rank')])
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(${rank}, created_at, id) < (${before!.rank}, ${timestamp(before!.time)}, ${before!.id})`),
      )
      .orderBy(rank, 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const { keys, next } = pageOf(found, limit)
    const rows = keys.map((row): SummaryRow => without(row, 'rank'))
    return next.next === undefined ? { rows } : { rows, next: rankCursor(keys.at(-1)!.rank, next.next) }
  }

  /** A single query, because planning it for daily partitions takes longer than the rest. Only the texts of returned rows are read. */
  async function full(filter: TraceFilter, page: PageRequest): Promise<RowPage<TraceRow>> {
    const newest = newestFirst(filter, page).select([...columnNames, bytes])
    const order = sql`order by created_at desc, id desc`
    const found = await opened()
      .selectFrom((db) =>
        db
          .selectFrom(newest.as('newest'))
          .select([...columnNames, 'bytes'])
          .select([sql<number>`sum(bytes) over (${order} rows unbounded preceding)`.as('upto'), sql<string>`count(*) over ()`.as('found')])
          .as('counted'),
      )
      .select([...columnNames, 'found'])
      .where(sql<boolean>`upto - bytes < ${bytesAtOnce}`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const rows = found.slice(0, page.limit)
    return { rows: rows.map((row): TraceRow => without(row, 'found')), ...(Number(found[0]?.found ?? 0) > rows.length ? nextOf(rows) : {}) }
  }

  async function withTexts(keys: readonly Key[]): Promise<TraceRow[]> {
    if (keys.length === 0) return []
    // Two lists: with pairs, the server could not skip other partitions. Ids are unique.
    const times = keys.map(({ created_at }) => timestamp(created_at))
    return opened()
      .selectFrom('reasoning_traces')
      .select(columnNames)
      .where(sql<boolean>`created_at = any(${times}::timestamptz[])`)
      .where(sql<boolean>`id = any(${keys.map(({ id }) => id)}::text[])`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  }

  /**
   * The planner does not know the frequency of rare words, and chooses badly for some words. The search therefore scans the newest traces first. A frequent
   * word fills a page there at once. A word that does not is rare, so the full-text index is fast.
   */
  async function search<T>(query: Query, filter: TraceFilter, page: PageRequest, map: (row: TraceRow) => Promise<T>): Promise<RowPage<T>> {
    const { keys, next } = pageOf(await found(query, filter, page), page.limit)
    const rows: T[] = []
    for (const piece of piecesOf(keys)) for (const row of await withTexts(piece)) rows.push(await map(row))
    return { rows, ...next }
  }

  async function found(query: Query, filter: TraceFilter, page: PageRequest): Promise<Key[]> {
    const wanted = toTsquery(query)
    if (wanted === undefined) return []
    const matches = sql<boolean>`search @@ ${wanted}::tsquery`
    const newest = newestFirst(filter, { limit: readThrough(query) - 1, after: page.after }).select(['created_at', 'id', bytes, 'search'])
    const quick = await opened()
      .selectFrom(newest.as('newest'))
      .select(['created_at', 'id', 'bytes'])
      .where(matches)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    if (quick.length > page.limit) return quick
    // Without an order, the planner always uses the full-text index.
    return opened()
      .with(
        (cte) => cte('hits').materialized(),
        (db) => matching(db, filter, page.after).select(['created_at', 'id', bytes]).where(matches),
      )
      .selectFrom('hits')
      .select(['created_at', 'id', 'bytes'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
  }

  function newestFirst(filter: TraceFilter, { limit, after }: PageRequest) {
    return matching(opened(), filter, after)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
  }

  function matching(from: Pick<Kysely<TraceTables>, 'selectFrom'>, filter: TraceFilter, after: string | undefined) {
    const before = after === undefined ? undefined : readCursor(after)
    return (
      from
        .selectFrom('reasoning_traces')
        .where((eb) => eb.and(conditions(eb, filter, expressions)))
        // The second condition implies the first, but PostgreSQL prunes partitions by the first alone.
        .$if(before !== undefined, (query) =>
          query
            .where('created_at', '<=', timestamp(before!.time))
            .where(sql<boolean>`(created_at, id) < (${timestamp(before!.time)}, ${before!.id})`),
        )
    )
  }

  async function get(id: string): Promise<TraceRow | undefined> {
    return opened()
      .selectFrom('reasoning_traces')
      .select(columnNames)
      .where('id', '=', name(id)!)
      .where('created_at', '=', (eb) => eb.selectFrom('trace_ids').select('trace_ids.created_at').where('trace_ids.id', '=', name(id)!))
      .executeTakeFirst()
  }

  /** Lists only traces of transactions before all open ones, because no later one can come before them. */
  async function tail(filter: TraceFilter, { limit, after }: PageRequest) {
    const from = after === 'start' ? { tx: '0', id: '' } : after === undefined ? await end() : readTailCursor(after)
    const found = await opened()
      .selectFrom('trace_ids')
      .innerJoin('reasoning_traces', (join) =>
        join.onRef('reasoning_traces.id', '=', 'trace_ids.id').onRef('reasoning_traces.created_at', '=', 'trace_ids.created_at'),
      )
      .select(summaryColumns.map((column) => `reasoning_traces.${column}` as const))
      .select(sql<string>`trace_ids.tx::text`.as('tx'))
      .where(sql<boolean>`(trace_ids.tx, trace_ids.id) > (${from.tx}::xid8, ${from.id})`)
      .where(sql<boolean>`trace_ids.tx < pg_snapshot_xmin(pg_current_snapshot())`)
      // oxlint-disable-next-line typescript/no-explicit-any
      .where((eb) => eb.and(conditions(eb as any, filter, expressions)))
      .orderBy('trace_ids.tx')
      .orderBy('trace_ids.id')
      .limit(limit)
      .execute()
    const last = found.at(-1) as { tx: string; id: string } | undefined
    const rows = found.map((row) => without(row, 'tx') as unknown as SummaryRow)
    return { rows, next: tailCursor(last ?? from) }
  }

  async function* usage(grouping: Grouping, filter: TraceFilter): AsyncGenerator<UsagePiece> {
    const traces = matching(opened(), filter, undefined).select(usageColumns)
    yield { rows: await sums(opened(), traces, grouping, expressions).execute() }
  }

  async function end(): Promise<{ tx: string; id: string }> {
    const { rows } = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(opened())
    return { tx: rows[0]!.tx, id: '' }
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

interface Key {
  id: string
  created_at: number
  bytes: number
}

/** Size of a row's texts, without reading them. */
const bytes = sql<number>`coalesce(octet_length(reasoning_text), 0) + pg_column_size(metadata)`.as('bytes')

/** Cuts a result at the limit. The query requests one more row, which shows whether there is another page. */
function pageOf<K extends { id: string; created_at: number }>(found: readonly K[], limit: number): { keys: K[]; next: { next?: string } } {
  const keys = found.slice(0, limit)
  return { keys, next: found.length > limit ? nextOf(keys) : {} }
}

function nextOf(keys: readonly { id: string; created_at: number }[]): { next?: string } {
  const last = keys.at(-1)
  return last === undefined ? {} : { next: `p${last.created_at.toString(36)}.${encode(last.id)}` }
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')
const decode = (text: string): string => Buffer.from(text, 'base64url').toString()

function readCursor(cursor: string): { time: number; id: string } {
  const [, digits, id] = /^p([0-9a-z]+)\.([\w-]*)$/.exec(cursor) ?? []
  const time = Number.parseInt(digits ?? '', 36)
  if (id === undefined || !Number.isSafeInteger(time)) throw noCursor(cursor)
  return { time, id: decode(id) }
}

const tailCursor = ({ tx, id }: { tx: string; id: string }): string => `x${tx}.${encode(id)}`

function readTailCursor(cursor: string): { tx: string; id: string } {
  const [, tx, id] = /^x(\d{1,19})\.([\w-]*)$/.exec(cursor) ?? []
  if (tx === undefined || id === undefined) throw noCursor(cursor)
  return { tx, id: decode(id) }
}
