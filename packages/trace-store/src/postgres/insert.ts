import { type Kysely, sql, type Transaction } from 'kysely'
import { digestOf, idHash } from '../chain/digest.ts'
import type { TraceRecord } from '../record/record.ts'
import { columnNames, columns, type TraceRow, toRow } from '../tables/row.ts'
import type { TraceTables } from '../tables/schema.ts'
import { appendLinks } from './chain.ts'
import { toTsvector } from '../search/lexemes.ts'

const names = sql.raw(columnNames.join(', '))
const definitions = sql.raw(columnNames.map((column) => `${column} ${columns[column]}`).join(', '))
const values = sql.raw(columnNames.map((column) => `given.${column}`).join(', '))

/** Inserts the records whose ids are new. A batch is one parameter of one statement. @returns Number of new records. */
export async function insertRecords(
  db: Kysely<TraceTables>,
  records: readonly TraceRecord[],
  audit: boolean,
  now: () => number,
): Promise<number> {
  // Sorted by id, so that concurrent batches do not deadlock.
  const unique = [...new Map(records.toReversed().map((record) => [record.id, record])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const json = `[${(await Promise.all(unique.map(toJson))).join(',')}]`
  if (!audit) return (await insert(db, json)).length
  return db.transaction().execute(async (trx) => {
    const stored = new Set(await insert(trx, json))
    const at = now()
    await appendLinks(
      trx,
      unique
        .filter(({ id }) => stored.has(id))
        .map((record) => ({ kind: 'trace' as const, id_hash: idHash(record.id), digest: digestOf(record), at })),
    )
    return stored.size
  })
}

async function insert(db: Kysely<TraceTables> | Transaction<TraceTables>, json: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select * from json_to_recordset(${json}::json) as row (${definitions}, search text)
    ), fresh as (
      insert into trace_ids (id, created_at) select id, created_at from given order by id collate "C" on conflict (id) do nothing returning id
    )
    insert into reasoning_traces (${names}, search) select ${values}, given.search::tsvector from given join fresh on fresh.id = given.id returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function toJson(record: TraceRecord): Promise<string> {
  const row = toRow(record)
  const fields = columnNames.map((column) => `"${column}":${fieldOf(row, column)}`)
  const search = row.reasoning_text === null ? 'null' : JSON.stringify(await toTsvector(row.reasoning_text))
  return `{${fields.join(',')},"search":${search}}`
}

function fieldOf(row: TraceRow, column: keyof TraceRow): string {
  const value = row[column]
  if (columns[column] === 'jsonb') return value as string
  return JSON.stringify(column === 'created_at' ? new Date(value as number).toISOString() : value)
}
