import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { chainEndOf, type ChainEnd, type ChainEndRow } from '../chain/chain-end.ts'
import type { Database, PruneRule } from '../database.ts'
import { idHash } from '../chain/digest.ts'
import { inodeOf, makeFolder } from '../file-system.ts'
import { migrate } from '../migrations/migrate.ts'
import { sqliteMigrations } from '../migrations/sqlite.ts'
import { name } from '../record/normalize.ts'
import { columnNames } from '../tables/row.ts'
import type { TraceTables } from '../tables/schema.ts'
import { connect, type Connection } from './connection.ts'
import { full, lastStored, list, ranked, search, summaryColumns, tail, usage } from './queries.ts'
import { sqliteDialect } from './dialect.ts'
import { onDemand } from './on-demand.ts'
import { isCorrupt } from './salvage.ts'
import { createSalvagedPages } from './salvaged-pages.ts'
import { seqBound } from './seq.ts'
import { walDamage } from './wal-damage.ts'

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  path: string
  synchronous: 'full' | 'normal'
  thread: boolean
  audit: boolean
  now: () => number
}

/**
 * Traces deleted in one transaction. Transactions are short, so that inserts get their turn. A trace takes 1 to 3 ms, because each of its words leaves the
 * index.
 */
const deletedAtOnce = 50
/** Pages of 4 KiB freed in one transaction. */
const givenBackAtOnce = 500

/** Milliseconds that an idle connection for reading stays open. A user who reads one trace usually soon reads another. */
const readerIdleMs = 10_000

/**
 * SQLite database with one connection for writing, and another one for reading, as WAL allows. The latter is open only while it is needed. In memory, one
 * connection does both.
 */
export function sqliteDatabase({ path, synchronous, thread, audit, now }: SqliteOptions): Database {
  const memory = path === ':memory:'
  let writer: Connection | undefined
  let reader: Pick<Connection, 'query' | 'close'> | undefined
  let db: Kysely<TraceTables> | undefined
  let damage: string | undefined
  let opened: number | undefined
  /** False if the name leads to another file now. SQLite would go on with the opened one, and all that it stores there would be lost. */
  const isInPlace = (): boolean => inodeOf(path) === opened
  const salvaged = createSalvagedPages(reading, { summaryColumns, lastStored: () => lastStored(reading) })

  return {
    kind: 'sqlite',
    db: () => reading(),
    connect: open,
    async insert(records) {
      if (!isInPlace()) throw new Error(`The file "${path}" was deleted or replaced while it was in use. The next write opens the new one`)
      return writing().insert(records, audit ? now() : undefined)
    },
    isRecordFault,
    // Around damage, only the order of time is available.
    list: (filter, page) =>
      page.sort !== undefined
        ? ranked(reading, filter, page, page.sort)
        : list(reading, filter, page).catch(around(() => salvaged.page(filter, page, summaryColumns))),
    full: (filter, page) => full(reading, filter, page).catch(around(() => salvaged.page(filter, page, columnNames))),
    search: (query, filter, page, map) =>
      search(reading, query, filter, page, map).catch(around(() => salvaged.search(query, filter, page, map))),
    get: (id) => reading().selectFrom('reasoning_traces').select(columnNames).where('id', '=', name(id)!).executeTakeFirst(),
    tail: (filter, page) => tail(reading, filter, page).catch(around(() => salvaged.tail(filter, page))),
    usage: (grouping, filter) => usage(reading, salvaged, grouping, filter),
    chainEnd,
    deleteTraces,
    prune,
    damage: () => damage,
    close,
  }

  async function open(): Promise<void> {
    if (db !== undefined && writer?.isAlive() === true && isInPlace()) return await checkWritable()
    await close()
    if (!memory) {
      makePrivate(path)
      // SQLite drops all transactions after the damage when it opens the file.
      damage ??= await walDamage(path)
    }
    const options = { path, synchronous, busyTimeoutMs: 5000 }
    // With four times as many pages, 200 000 traces are written no faster.
    const [toWrite, toRead] = [
      { ...options, cacheKib: 8_192, background: !memory, readonly: false },
      { ...options, cacheKib: 16_384, background: false, readonly: true },
    ]
    opened = inodeOf(path)
    const connection = await connect(toWrite, thread)
    try {
      await migrate(new Kysely<TraceTables>({ dialect: sqliteDialect(connection) }), sqliteMigrations)
    } catch (error) {
      await connection.close().catch(() => {})
      throw error
    }
    writer = connection
    reader = memory ? connection : onDemand(() => connect(toRead, thread), readerIdleMs)
    db = new Kysely<TraceTables>({ dialect: sqliteDialect(reader) })
  }

  /**
   * Checks that the database is writable by writing one page, because a full disk can still be read. `user_version` is 0, stays 0, and is not used otherwise.
   */
  async function checkWritable(): Promise<void> {
    await writing().query({ sql: 'pragma user_version = 0', parameters: [] })
  }

  function reading(): Kysely<TraceTables> {
    if (db === undefined) throw new Error(`The database "${path}" is not open.`)
    return db
  }

  function writing(): Connection {
    if (writer === undefined) throw new Error(`The database "${path}" is not open.`)
    return writer
  }

  /** Uses the open writing connection, because the reading one may need a new thread. */
  async function chainEnd(position: number): Promise<ChainEnd> {
    const { rows } = await writing().query({ sql: chainEndSql, parameters: [position] })
    return chainEndOf(rows as ChainEndRow[], position)
  }

  async function deleteTraces(which: { session: string } | { id: string }): Promise<number> {
    const [column, value] = 'id' in which ? (['id', which.id] as const) : (['session_key', which.session] as const)
    const deleted = await deleteWhere((limit) =>
      reading().selectFrom('reasoning_traces').select(['seq', 'id']).where(column, '=', name(value)!).limit(limit),
    )
    // The write-ahead log still contains the deleted text. Truncating it removes that.
    if (!memory) await writing().query({ sql: 'pragma wal_checkpoint(truncate)', parameters: [] })
    return deleted
  }

  async function prune({ before, class: one, exceptClasses = [] }: PruneRule): Promise<number> {
    const deleted = await deleteWhere((limit) =>
      reading()
        .selectFrom('reasoning_traces')
        .select(['seq', 'id'])
        .where('created_at', '<', before)
        .where('seq', '<', seqBound(before))
        .$if(one !== undefined, (query) => query.where('class', '=', one!))
        .$if(exceptClasses.length > 0, (query) => query.where('class', 'not in', [...exceptClasses]))
        .orderBy('seq')
        .limit(limit),
    )
    await giveBack()
    await writing().query({ sql: 'pragma analysis_limit = 400', parameters: [] })
    await writing().query({ sql: 'pragma optimize', parameters: [] })
    return deleted
  }

  /** Deletes in small transactions, so that inserts get their turn. */
  async function deleteWhere(select: (limit: number) => { execute(): Promise<{ seq: number; id: string }[]> }): Promise<number> {
    let deleted = 0
    for (;;) {
      const rows = await select(deletedAtOnce).execute()
      if (rows.length === 0) return deleted
      const chained = audit ? { idHashes: rows.map(({ id }) => idHash(id)), at: now() } : undefined
      deleted += await writing().remove(
        rows.map(({ seq }) => seq),
        chained,
      )
    }
  }

  /** Gives free pages back to the disk. Includes pages of deleted sessions, and those that an interrupted run left. */
  async function giveBack(): Promise<void> {
    for (let left = Infinity, before = 0; left > 0 && left !== before;) {
      before = left
      left = await writing().giveBack(givenBackAtOnce)
    }
  }

  async function close(): Promise<void> {
    // The writing connection is the last to close: only that one can move the write-ahead log into the file.
    const open = new Set([reader, writer])
    writer = reader = db = undefined
    for (const one of open) await one?.close()
  }
}

/** Makes the file readable by its owner alone, as it contains the reasoning of models. SQLite gives its other files the same mode. Opening a named pipe fails and does not wait. */
function makePrivate(path: string): void {
  makeFolder(dirname(path))
  closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK, 0o600))
}

const chainEndSql =
  'select position, link from trace_chain where position in (?, (select max(position) from trace_chain)) order by position'

/** Retries a query around damaged parts. Rethrows other errors. */
const around =
  <T>(salvaged: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (!isCorrupt(error)) throw error
    return salvaged()
  }

const faultCodes = /^SQLITE_(?:TOOBIG|MISMATCH|CONSTRAINT)/

/** Whether the record caused the error. All other errors come from the file, the disk or a lock, and are temporary. */
function isRecordFault(error: unknown): boolean {
  const { code, name: kind } = error as { code?: unknown; name?: unknown }
  return (typeof code === 'string' && faultCodes.test(code)) || kind === 'RangeError' || kind === 'SyntaxError'
}
