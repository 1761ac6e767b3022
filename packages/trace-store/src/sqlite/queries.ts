import { type Kysely, sql } from 'kysely'
import type { RowPage, PageRequest, SummaryRow } from '../database.ts'
import { conditions, type TraceFilter } from '../tables/filter.ts'
import { piecesOf } from '../tables/row-batches.ts'
import { rankCursor, rankOf, readRankCursor, type TraceSort } from '../tables/sort-orders.ts'
import { columnNames, type TraceRow } from '../tables/row.ts'
import type { TraceTables } from '../tables/schema.ts'
import { type Query, toFts5 } from '../search/query.ts'
import type { Grouping } from '../usage/groups.ts'
import type { UsagePiece } from '../usage/report.ts'
import { sums, usageColumns } from '../usage/sums.ts'
import { without } from '../record/omit-field.ts'
import { cursorOf, numberOf } from './cursor.ts'
import { expressions } from './expressions.ts'
import { isCorrupt } from './salvage.ts'
import type { createSalvagedPages } from './salvaged-pages.ts'
import { seqAt, seqBound } from './seq.ts'

/** Returns the open database. Throws if it is closed. */
type Read = () => Kysely<TraceTables>

/** Traces whose usage is summed in one query. All reading shares one connection, and each trace may be a group that this thread receives. */
const countedAtOnce = 5000

export const summaryColumns = columnNames.filter((column) => column !== 'reasoning_text')

export async function list(read: Read, filter: TraceFilter, page: PageRequest): Promise<RowPage<SummaryRow>> {
  const found = await read()
    .selectFrom('reasoning_traces')
    .select([...summaryColumns, 'seq'])
    .where('seq', 'in', newestFirst(read, filter, page).select('reasoning_traces.seq'))
    .orderBy('seq', 'desc')
    .execute()
  const { keys, next } = pageOf(found, page.limit)
  return { rows: keys.map((row): SummaryRow => without(row, 'seq')), ...next }
}

export async function ranked(
  read: Read,
  filter: TraceFilter,
  { limit, after }: PageRequest,
  sort: TraceSort,
): Promise<RowPage<SummaryRow>> {
  const rank = rankOf(sort)
  const cursor = after === undefined ? undefined : readRankCursor(after)
  const first = matching(read, filter)
    .$if(cursor !== undefined, (query) => query.where(sql<boolean>`(${rank}, seq) < (${cursor!.rank}, ${numberOf(cursor!.place, 't')})`))
    .select('reasoning_traces.seq')
    .orderBy(rank, 'desc')
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  const found = await read()
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

export async function full(read: Read, filter: TraceFilter, page: PageRequest): Promise<RowPage<TraceRow>> {
  const found = await read()
    .selectFrom('reasoning_traces')
    .select(['seq', bytes])
    .where('seq', 'in', newestFirst(read, filter, page).select('reasoning_traces.seq'))
    .orderBy('seq', 'desc')
    .execute()
  const all = pageOf(found, page.limit)
  const [first = [], ...others] = piecesOf(all.keys)
  return { rows: await withTexts(read, first), ...(others.length === 0 ? all.next : nextOf(first)) }
}

function newestFirst(read: Read, filter: TraceFilter, { limit, after }: PageRequest) {
  const before = after === undefined ? undefined : numberOf(after, 't')
  return matching(read, filter)
    .$if(before !== undefined, (query) => query.where('seq', '<', before!))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
}

function matching(read: Read, filter: TraceFilter) {
  return read()
    .selectFrom('reasoning_traces')
    .where((eb) => eb.and([...conditions(eb, filter, expressions), ...seqConditions(filter).map(([op, value]) => eb('seq', op, value))]))
}

async function withTexts(read: Read, keys: readonly Key[]): Promise<TraceRow[]> {
  if (keys.length === 0) return []
  return read()
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

export async function search<T>(
  read: Read,
  query: Query,
  filter: TraceFilter,
  page: PageRequest,
  map: (row: TraceRow) => Promise<T>,
): Promise<RowPage<T>> {
  const match = toFts5(query)
  if (match === undefined) return { rows: [] }
  const before = page.after === undefined ? undefined : numberOf(page.after, 't')
  // A session has few traces, so their words are checked one by one. Otherwise the full-text index is scanned, newest first.
  const narrow = ['session', 'run', 'request'].some((key) => filter[key as keyof TraceFilter] !== undefined)
  const from = narrow
    ? read().selectFrom('reasoning_traces').crossJoin('reasoning_traces_text')
    : read().selectFrom('reasoning_traces_text').crossJoin('reasoning_traces')
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
  const found = await read()
    .selectFrom('reasoning_traces')
    .select(['seq', bytes])
    .where('seq', 'in', matching)
    .orderBy('seq', 'desc')
    .execute()
  const { keys, next } = pageOf(found, page.limit)
  const rows: T[] = []
  for (const piece of piecesOf(keys)) for (const row of await withTexts(read, piece)) rows.push(await map(row))
  return { rows, ...next }
}

export async function tail(read: Read, filter: TraceFilter, { limit, after }: PageRequest) {
  const from = after === 'start' ? 0 : after === undefined ? await lastStored(read) : numberOf(after, 's')
  const found = await read()
    .selectFrom('reasoning_traces')
    .select([...summaryColumns, 'stored'])
    .where('stored', '>', from)
    .where((eb) => eb.and(conditions(eb, filter, expressions)))
    .orderBy('stored')
    .limit(limit)
    .execute()
  const rows = found.map((row): SummaryRow => without(row, 'stored'))
  // If the last traces were deleted, another process may reuse their numbers, so the cursor moves back.
  const next = found.at(-1)?.stored ?? Math.min(from, await lastStored(read))
  return { rows, next: `s${next.toString(36)}` }
}

export async function* usage(
  read: Read,
  salvaged: Pick<ReturnType<typeof createSalvagedPages>, 'usage'>,
  grouping: Grouping,
  filter: TraceFilter,
): AsyncGenerator<UsagePiece> {
  let before: number | undefined
  for (let more = true; more;) {
    const some = matching(read, filter)
      .select(['seq', ...usageColumns])
      .$if(before !== undefined, (query) => query.where('seq', '<', before!))
      .orderBy('seq', 'desc')
      .limit(countedAtOnce)
    let rows
    try {
      rows = await sums(read(), some, grouping, expressions)
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

export async function lastStored(read: Read): Promise<number> {
  const last = await read().selectFrom('reasoning_traces').select('stored').orderBy('stored', 'desc').limit(1).executeTakeFirst()
  return last?.stored ?? 0
}

/** Time conditions on the key, so that an old page is found without reading newer traces. */
function seqConditions({ since, until }: TraceFilter): ['>=' | '<', number][] {
  return [
    ...(since === undefined ? [] : [['>=', seqAt(since)] as ['>=', number]]),
    ...(until === undefined ? [] : [['<', seqBound(until)] as ['<', number]]),
  ]
}

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
