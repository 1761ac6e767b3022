import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import { chainEndOf, type ChainEnd, type ChainEndRow } from '../chain-end.ts'
import type { Database, RowPage, PageRequest, PruneRule, SummaryRow } from '../database.ts'
import { idHash } from '../digest.ts'
import { conditions, type TraceFilter } from '../filter.ts'
import { makeFolder } from '../make-folder.ts'
import { migrate } from '../migrations/migrate.ts'
import { sqliteMigrations } from '../migrations/sqlite.ts'
import { name } from '../normalize.ts'
import { piecesOf } from '../pieces.ts'
import { rankCursor, rankOf, readRankCursor, type TraceSort } from '../rank.ts'
import { columnNames, type TraceRow } from '../row.ts'
import type { TraceTables } from '../schema.ts'
import { type Query, toFts5 } from '../search/query.ts'
import type { Grouping } from '../usage/groups.ts'
import type { UsagePiece } from '../usage/report.ts'
import { sums, usageColumns } from '../usage/sums.ts'
import { connect, type Connection } from './connection.ts'
import { cursorOf, numberOf } from './cursor.ts'
import { sqliteDialect } from './dialect.ts'
import { expressions } from './expressions.ts'
import { onDemand } from './on-demand.ts'
import { isCorrupt } from './salvage.ts'
import { createSalvagedPages } from './salvaged-pages.ts'
import { seqAt, seqBound } from './seq.ts'
import { walDamage } from './wal-damage.ts'
import { without } from '../without.ts'

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
/** Traces whose usage is summed in one query. All reading shares one connection. */
const countedAtOnce = 20_000
const summaryColumns = columnNames.filter((column) => column !== 'reasoning_text')

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
  const salvaged = createSalvagedPages(reading, { summaryColumns, lastStored })

  return {
    kind: 'sqlite',
    db: () => reading(),
    connect: open,
    insert: async (records) => writing().insert(records, audit ? now() : undefined),
    isRecordFault,
    // Around damage, only the order of time is available.
    list: (filter, page) =>
      page.sort !== undefined
        ? ranked(filter, page, page.sort)
        : list(filter, page).catch(around(() => salvaged.page(filter, page, summaryColumns))),
    full: (filter, page) => full(filter, page).catch(around(() => salvaged.page(filter, page, columnNames))),
    search: (query, filter, page, map) => search(query, filter, page, map).catch(around(() => salvaged.search(query, filter, page, map))),
    get: (id) => reading().selectFrom('reasoning_traces').select(columnNames).where('id', '=', name(id)!).executeTakeFirst(),
    tail: (filter, page) => tail(filter, page).catch(around(() => salvaged.tail(filter, page))),
    usage,
    chainEnd,
    deleteTraces,
    prune,
    damage: () => damage,
    close,
  }

  async function open(): Promise<void> {
    if (db !== undefined && writer?.isAlive() === true) return await checkWritable()
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
    const opened = await connect(toWrite, thread)
    try {
      await migrate(new Kysely<TraceTables>({ dialect: sqliteDialect(opened) }), sqliteMigrations)
    } catch (error) {
      await opened.close().catch(() => {})
      throw error
    }
    writer = opened
    reader = memory ? opened : onDemand(() => connect(toRead, thread), readerIdleMs)
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

  async function list(filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow>> {
    const found = await reading()
      .selectFrom('reasoning_traces')
      .select([...summaryColumns, 'seq'])
      .where('seq', 'in', newestFirst(filter, page).select('reasoning_traces.seq'))
      .orderBy('seq', 'desc')
      .execute()
    const { keys, next } = pageOf(found, page.limit)
    return { rows: keys.map((row): SummaryRow => without(row, 'seq')), ...next }
  }

  async function ranked(filter: TraceFilter, { limit, after }: PageRequest, sort: TraceSort): Promise<RowPage<SummaryRow>> {
    const rank = rankOf(sort)
    const cursor = after === undefined ? undefined : readRankCursor(after)
    const first = matching(filter)
      .$if(cursor !== undefined, (query) => query.where(sql<boolean>`(${rank}, seq) < (${cursor!.rank}, ${numberOf(cursor!.place, 't')})`))
      .select('reasoning_traces.seq')
      .orderBy(rank, 'desc')
      .orderBy('seq', 'desc')
      .limit(limit + 1)
    const found = await reading()
      .selectFrom('reasoning_traces')
      .select([...summaryColumns, 'seq', rank.as('rank')])
      .where('seq', 'in', first)
      .orderBy(rank, 'desc')
      .orderBy('seq', 'desc')
      .execute()
    const { keys, next } = pageOf(found, limit)
    const rows = keys.map((row): SummaryRow => without(without(row, 'seq'), 'rank'))
    return next.next === undefined ? { rows } : { rows, next: rankCursor(keys.at(-1)!.rank, next.next) }
  }

  async function full(filter: TraceFilter, page: PageRequest): Promise<RowPage<TraceRow>> {
    const found = await reading()
      .selectFrom('reasoning_traces')
      .select(['seq', bytes])
      .where('seq', 'in', newestFirst(filter, page).select('reasoning_traces.seq'))
      .orderBy('seq', 'desc')
      .execute()
    const all = pageOf(found, page.limit)
    const [first = [], ...others] = piecesOf(all.keys)
    return { rows: await withTexts(first), ...(others.length === 0 ? all.next : nextOf(first)) }
  }

  function newestFirst(filter: TraceFilter, { limit, after }: PageRequest) {
    const before = after === undefined ? undefined : numberOf(after, 't')
    return matching(filter)
      .$if(before !== undefined, (query) => query.where('seq', '<', before!))
      .orderBy('seq', 'desc')
      .limit(limit + 1)
  }

  function matching(filter: TraceFilter) {
    return reading()
      .selectFrom('reasoning_traces')
      .where((eb) => eb.and([...conditions(eb, filter, expressions), ...seqConditions(filter).map(([op, value]) => eb('seq', op, value))]))
  }

  async function withTexts(keys: readonly Key[]): Promise<TraceRow[]> {
    if (keys.length === 0) return []
    return reading()
      .selectFrom('reasoning_traces')
      .select(columnNames)
      .where(
        'seq',
        'in',
        keys.map(({ seq }) => seq),
      )
      .orderBy('seq', 'desc')
      .execute()
  }

  async function search<T>(query: Query, filter: TraceFilter, page: PageRequest, map: (row: TraceRow) => Promise<T>): Promise<RowPage<T>> {
    const match = toFts5(query)
    if (match === undefined) return { rows: [] }
    const before = page.after === undefined ? undefined : numberOf(page.after, 't')
    // A session has few traces, so their words are checked one by one. Otherwise the full-text index is scanned, newest first.
    const narrow = ['session', 'run', 'request'].some((key) => filter[key as keyof TraceFilter] !== undefined)
    const from = narrow
      ? reading().selectFrom('reasoning_traces').crossJoin('reasoning_traces_text')
      : reading().selectFrom('reasoning_traces_text').crossJoin('reasoning_traces')
    // Selects only keys, which an index of the filter contains. Otherwise each trace with the words would be read.
    const matching = from
      .select('reasoning_traces.seq')
      .whereRef('reasoning_traces.seq', '=', 'reasoning_traces_text.rowid')
      .where(sql<boolean>`reasoning_traces_text match ${match}`)
      .where((eb) =>
        // oxlint-disable-next-line typescript/no-explicit-any
        eb.and([
          ...conditions(eb as any, filter, expressions),
          ...seqConditions(filter).map(([op, value]) => eb('reasoning_traces_text.rowid', op, value)),
        ]),
      )
      .$if(before !== undefined, (inner) => inner.where('reasoning_traces_text.rowid', '<', before!))
      .orderBy(narrow ? 'reasoning_traces.seq' : 'reasoning_traces_text.rowid', 'desc')
      .limit(page.limit + 1)
    const found = await reading()
      .selectFrom('reasoning_traces')
      .select(['seq', bytes])
      .where('seq', 'in', matching)
      .orderBy('seq', 'desc')
      .execute()
    const { keys, next } = pageOf(found, page.limit)
    const rows: T[] = []
    for (const piece of piecesOf(keys)) for (const row of await withTexts(piece)) rows.push(await map(row))
    return { rows, ...next }
  }

  async function tail(filter: TraceFilter, { limit, after }: PageRequest) {
    const from = after === 'start' ? 0 : after === undefined ? await lastStored() : numberOf(after, 's')
    const found = await reading()
      .selectFrom('reasoning_traces')
      .select([...summaryColumns, 'stored'])
      .where('stored', '>', from)
      .where((eb) => eb.and(conditions(eb, filter, expressions)))
      .orderBy('stored')
      .limit(limit)
      .execute()
    const rows = found.map((row): SummaryRow => without(row, 'stored'))
    // If the last traces were deleted, another process may reuse their numbers, so the cursor moves back.
    const next = found.at(-1)?.stored ?? Math.min(from, await lastStored())
    return { rows, next: `s${next.toString(36)}` }
  }

  async function* usage(grouping: Grouping, filter: TraceFilter): AsyncGenerator<UsagePiece> {
    let before: number | undefined
    for (let more = true; more;) {
      const some = reading()
        .selectFrom('reasoning_traces')
        .select(['seq', ...usageColumns])
        .where((eb) =>
          eb.and([...conditions(eb, filter, expressions), ...seqConditions(filter).map(([op, value]) => eb('seq', op, value))]),
        )
        .$if(before !== undefined, (query) => query.where('seq', '<', before!))
        .orderBy('seq', 'desc')
        .limit(countedAtOnce)
      let rows
      try {
        rows = await sums(reading(), some, grouping, expressions)
          .select(sql<number>`min(seq)`.as('first'))
          .execute()
      } catch (error) {
        if (!isCorrupt(error)) throw error
        return yield* salvaged.usage(grouping, filter, before)
      }
      before = Math.min(...rows.map(({ first }) => first))
      more = rows.reduce((sum, { traces }) => sum + traces, 0) === countedAtOnce
      yield { rows }
    }
  }

  async function lastStored(): Promise<number> {
    const last = await reading().selectFrom('reasoning_traces').select('stored').orderBy('stored', 'desc').limit(1).executeTakeFirst()
    return last?.stored ?? 0
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
    const open = new Set([writer, reader])
    writer = reader = db = undefined
    for (const one of open) await one?.close()
  }
}

/** Makes the file readable by its owner alone, as it contains the reasoning of models. SQLite gives its other files the same mode. */
function makePrivate(path: string): void {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Time conditions on the key, so that an old page is found without reading newer traces. */
function seqConditions({ since, until }: TraceFilter): ['>=' | '<', number][] {
  return [
    ...(since === undefined ? [] : [['>=', seqAt(since)] as ['>=', number]]),
    ...(until === undefined ? [] : [['<', seqBound(until)] as ['<', number]]),
  ]
}

const chainEndSql =
  'select position, link from trace_chain where position in (?, (select max(position) from trace_chain)) order by position'

interface Key {
  seq: number
  bytes: number
}

/** Size of a row's texts, without reading them. */
const bytes = sql<number>`ifnull(octet_length(reasoning_traces.reasoning_text), 0) + octet_length(reasoning_traces.metadata)`.as('bytes')

/** Cuts a result at the limit. The query requests one more row, which shows whether there is another page. */
function pageOf<K extends { seq: number }>(found: readonly K[], limit: number): { keys: K[]; next: Pick<RowPage<never>, 'next'> } {
  const keys = found.slice(0, limit)
  return { keys, next: found.length > limit ? nextOf(keys) : {} }
}

function nextOf(keys: readonly { seq: number }[]): { next?: string } {
  const last = keys.at(-1)
  return last === undefined ? {} : { next: cursorOf(last.seq) }
}

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
