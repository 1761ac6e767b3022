import { type Kysely, sql } from 'kysely'
import type { RowPage, PageRequest, SummaryRow } from '../database.ts'
import { conditions, type TraceFilter } from '../tables/filter.ts'
import { name } from '../record/normalize.ts'
import { bytesAtOnce, piecesOf } from '../tables/row-batches.ts'
import { noCursor, rankCursor, rankOf, readRankCursor, type TraceSort } from '../tables/sort-orders.ts'
import { columnNames, type TraceRow } from '../tables/row.ts'
import type { TraceTables } from '../tables/schema.ts'
import { type Query, toTsquery } from '../search/query.ts'
import type { Grouping } from '../usage/groups.ts'
import type { UsagePiece } from '../usage/report.ts'
import { sums, usageColumns } from '../usage/sums.ts'
import { without } from '../record/omit-field.ts'
import { expressions, timestamp } from './expressions.ts'

/** Returns the open database. Throws if it was never reached. */
type Read = () => Kysely<TraceTables>

/**
 * Maximum number of traces that a search scans before it uses the full-text index, at 2 to 3 µs each. Phrases and prefixes are more expensive for the index: it
 * contains only words, and has to check every trace that has all of them.
 */
const readThrough = ({ all, none }: Query): number =>
  [...all, ...none].some(({ words, prefix }) => prefix || words.length > 1) ? 12_000 : 4_000

const summaryColumns = columnNames.filter((column) => column !== 'reasoning_text')

export async function list(read: Read, filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow>> {
  if (page.sort !== undefined) return ranked(read, filter, page, page.sort)
  const { keys, next } = pageOf(await newestFirst(read, filter, page).select(summaryColumns).execute(), page.limit)
  return { rows: keys, ...next }
}

async function ranked(read: Read, filter: TraceFilter, { limit, after }: PageRequest, sort: TraceSort): Promise<RowPage<SummaryRow>> {
  const rank = rankOf(sort)
  const cursor = after === undefined ? undefined : readRankCursor(after)
  const before = cursor && { rank: cursor.rank, ...readCursor(cursor.place) }
  const found = await matching(read(), filter, undefined)
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
export async function full(read: Read, filter: TraceFilter, page: PageRequest): Promise<RowPage<TraceRow>> {
  const newest = newestFirst(read, filter, page).select([...columnNames, bytes])
  const order = sql`order by created_at desc, id desc`
  const found = await read()
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

async function withTexts(read: Read, keys: readonly Key[]): Promise<TraceRow[]> {
  if (keys.length === 0) return []
  // Two lists: with pairs, the server could not skip other partitions. Ids are unique.
  const times = keys.map(({ created_at }) => timestamp(created_at))
  return read()
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
export async function search<T>(
  read: Read,
  query: Query,
  filter: TraceFilter,
  page: PageRequest,
  map: (row: TraceRow) => Promise<T>,
): Promise<RowPage<T>> {
  const { keys, next } = pageOf(await found(read, query, filter, page), page.limit)
  const rows: T[] = []
  for (const piece of piecesOf(keys)) for (const row of await withTexts(read, piece)) rows.push(await map(row))
  return { rows, ...next }
}

async function found(read: Read, query: Query, filter: TraceFilter, page: PageRequest): Promise<Key[]> {
  const wanted = toTsquery(query)
  if (wanted === undefined) return []
  const matches = sql<boolean>`search @@ ${wanted}::tsquery`
  const newest = newestFirst(read, filter, { limit: readThrough(query) - 1, after: page.after }).select([
    'created_at',
    'id',
    bytes,
    'search',
  ])
  const quick = await read()
    .selectFrom(newest.as('newest'))
    .select(['created_at', 'id', 'bytes'])
    .where(matches)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  if (quick.length > page.limit) return quick
  // Without an order, the planner always uses the full-text index.
  return read()
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

function newestFirst(read: Read, filter: TraceFilter, { limit, after }: PageRequest) {
  return matching(read(), filter, after)
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

export async function get(read: Read, id: string): Promise<TraceRow | undefined> {
  return read()
    .selectFrom('reasoning_traces')
    .select(columnNames)
    .where('id', '=', name(id)!)
    .where('created_at', '=', (eb) => eb.selectFrom('trace_ids').select('trace_ids.created_at').where('trace_ids.id', '=', name(id)!))
    .executeTakeFirst()
}

/** Lists only traces of transactions before all open ones, because no later one can come before them. */
export async function tail(read: Read, filter: TraceFilter, { limit, after }: PageRequest) {
  const from = after === 'start' ? { tx: '0', id: '' } : after === undefined ? await end(read) : readTailCursor(after)
  const found = await read()
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

export async function* usage(read: Read, grouping: Grouping, filter: TraceFilter): AsyncGenerator<UsagePiece> {
  const traces = matching(read(), filter, undefined).select(usageColumns)
  yield { rows: await sums(read(), traces, grouping, expressions).execute() }
}

async function end(read: Read): Promise<{ tx: string; id: string }> {
  const { rows } = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(read())
  return { tx: rows[0]!.tx, id: '' }
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
