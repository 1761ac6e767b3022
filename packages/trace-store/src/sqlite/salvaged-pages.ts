import { type Kysely, sql, type RawBuilder } from 'kysely'
import type { RowPage, PageRequest, SummaryRow } from '../database.ts'
import { conditions, type TraceFilter } from '../tables/filter.ts'
import { bytesAtOnce } from '../tables/row-batches.ts'
import { columnNames, type TraceRow } from '../tables/row.ts'
import type { TraceTables } from '../tables/schema.ts'
import type { Grouping } from '../usage/groups.ts'
import type { GroupUsage, UsagePiece } from '../usage/report.ts'
import { sums, usageColumns } from '../usage/sums.ts'
import { toFts5, type Query } from '../search/query.ts'
import { cursorOf, numberOf } from './cursor.ts'
import { expressions } from './expressions.ts'
import { isCorrupt, isDamagedJson, salvage } from './salvage.ts'

type Columns<R> = readonly (keyof R & keyof TraceTables['reasoning_traces'])[]

/** Pages of a partly damaged file. Slower than normal pages, and only used after those failed. */
export function createSalvagedPages(
  reading: () => Kysely<TraceTables>,
  { summaryColumns, lastStored }: { summaryColumns: Columns<SummaryRow>; lastStored(): Promise<number> },
) {
  return { page, search, tail, usage }

  /** Reads keys from an index, because the rows themselves may be damaged. */
  async function page<R extends SummaryRow>(filter: TraceFilter, { limit, after }: PageRequest, wanted: Columns<R>): Promise<RowPage<R>> {
    const before = after === undefined ? undefined : numberOf(after, 't')
    const found = await salvage({
      keys: (last = before) => seqsBefore(last),
      read: (seq) => rowAt<R>(seq, filter, wanted),
      ...bounds(limit),
    })
    return { rows: found.rows, ...damagedOf(found), ...(found.last !== undefined && { next: cursorOf(found.last) }) }
  }

  async function search<T>(
    query: Query,
    filter: TraceFilter,
    { limit, after }: PageRequest,
    map: (row: TraceRow) => Promise<T>,
  ): Promise<RowPage<T>> {
    const match = toFts5(query)
    if (match === undefined) return { rows: [] }
    const before = after === undefined ? undefined : numberOf(after, 't')
    const found = await salvage({
      keys: (last = before) =>
        seqs(
          sql`(select rowid as seq from reasoning_traces_text where reasoning_traces_text match ${match} and rowid < ${last ?? maxSeq})`,
          sql`seq desc`,
        ),
      read: (seq) => rowAt<TraceRow>(seq, filter, columnNames),
      ...bounds(limit),
    })
    const rows: T[] = []
    for (const row of found.rows) rows.push(await map(row))
    return { rows, ...damagedOf(found), ...(found.last !== undefined && { next: cursorOf(found.last) }) }
  }

  async function tail(filter: TraceFilter, { limit, after }: PageRequest): Promise<RowPage<SummaryRow> & { next: string }> {
    const from = after === 'start' ? 0 : after === undefined ? await lastStored() : numberOf(after, 's')
    let last = from
    const found = await salvage({
      keys: (after = from) =>
        seqs(sql`(select stored as seq from reasoning_traces indexed by reasoning_traces_stored where stored > ${after})`, sql`seq`),
      read: (stored) => {
        last = stored
        return rowAt<SummaryRow>(stored, filter, summaryColumns, 'stored')
      },
      ...bounds(limit),
    })
    return { rows: found.rows, ...damagedOf(found), next: `s${last.toString(36)}` }
  }

  /** @param before - Traces from this key on are already counted. */
  async function* usage(grouping: Grouping, filter: TraceFilter, before: number | undefined): AsyncGenerator<UsagePiece> {
    for (let keys = await seqsBefore(before); keys.length > 0; keys = await seqsBefore(keys.at(-1))) {
      const rows: GroupUsage[] = []
      const damaged: string[] = []
      // Halves the keys until the damaged rows are isolated, because few rows are damaged.
      for (const parts = [keys]; parts.length > 0;) {
        const part = parts.pop()!
        try {
          rows.push(...(await sumsOf(part)))
        } catch (error) {
          if (!isCorrupt(error)) throw error
          const middle = Math.ceil(part.length / 2)
          if (part.length > 1) parts.push(part.slice(0, middle), part.slice(middle))
          else damaged.push(isDamagedJson(error) ? await idAt(part[0]!) : nameOf(part[0]!))
        }
      }
      yield { rows, damaged }
    }

    function sumsOf(part: readonly number[]): Promise<GroupUsage[]> {
      const some = reading()
        .selectFrom('reasoning_traces')
        .select(usageColumns)
        .where((eb) => eb.and([eb('seq', 'in', part), ...conditions(eb, filter, expressions)]))
      return sums(reading(), some, grouping, expressions).execute()
    }
  }

  /** Name of a damaged row, as when the whole row is read. */
  async function idAt(seq: number): Promise<string> {
    return (await reading().selectFrom('reasoning_traces').select('id').where('seq', '=', seq).executeTakeFirstOrThrow()).id
  }

  function seqsBefore(seq: number | undefined): Promise<number[]> {
    return seqs(sql`reasoning_traces indexed by reasoning_traces_id where seq < ${seq ?? maxSeq}`, sql`seq desc`)
  }

  async function seqs(from: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<number[]> {
    const { rows } = await sql<{ seq: number }>`select seq from ${from} order by ${order} limit ${salvagedAtOnce}`.execute(reading())
    return rows.map(({ seq }) => seq)
  }

  async function rowAt<R>(key: number, filter: TraceFilter, wanted: Columns<R>, column: 'seq' | 'stored' = 'seq'): Promise<R | undefined> {
    const row = await reading()
      .selectFrom('reasoning_traces')
      .select(wanted)
      .where(column, '=', key)
      .where((eb) => eb.and(conditions(eb, filter, expressions)))
      .executeTakeFirst()
    return row as R | undefined
  }
}

/** Keys that are read together and checked one by one. */
const salvagedAtOnce = 500
const maxSeq = Number.MAX_SAFE_INTEGER

const bounds = (limit: number) => ({
  limit,
  maxChars: bytesAtOnce,
  charsOf: (row: object) => ('reasoning_text' in row && typeof row.reasoning_text === 'string' ? row.reasoning_text.length : 0),
})

const nameOf = (key: number): string => `row ${key}`

const damagedOf = ({ damaged }: { damaged: readonly number[] }): { damaged?: string[] } =>
  damaged.length === 0 ? {} : { damaged: damaged.map(nameOf) }
