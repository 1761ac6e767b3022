import { type Kysely, sql } from 'kysely'
import type { TraceTables } from '../tables/schema.ts'
import { codeOf } from './faults.ts'

export type Period = 'day' | 'month'

export interface Partition {
  name: string
  /** Inclusive start and exclusive end. */
  from: number
  to: number
}

const prefix = 'reasoning_traces_'

/** Partition of a time, in UTC: `reasoning_traces_20260505`, `reasoning_traces_202605`. */
function partitionOf(time: number, period: Period): Partition {
  const date = new Date(time)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const digits = date.toISOString().slice(0, 10).replaceAll('-', '')
  return period === 'day'
    ? { name: prefix + digits, from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
    : { name: prefix + digits.slice(0, 6), from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}

/** Partition with a name. Undefined for other tables. */
function partitionNamed(name: string): Partition | undefined {
  const match = /^reasoning_traces_(\d{4})(\d\d)(\d\d)?$/.exec(name)
  if (match === null) return undefined
  return partitionOf(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3] ?? 1)), match[3] === undefined ? 'month' : 'day')
}

export async function listPartitions(db: Kysely<TraceTables>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'reasoning_traces'::regclass order by 1`.execute(db)
  return rows.flatMap(({ name }) => partitionNamed(name) ?? [])
}

/** Creates missing partitions for some times. Safe in concurrent processes. */
export async function ensurePartitions(
  db: Kysely<TraceTables>,
  known: Set<string>,
  times: Iterable<number>,
  period: Period,
): Promise<void> {
  const wanted = new Map<string, Partition>()
  for (const time of times) {
    const partition = partitionOf(time, period)
    if (!known.has(partition.name)) wanted.set(partition.name, partition)
  }
  for (const partition of wanted.values()) {
    await create(db, partition).catch((error: unknown) => {
      // The period was changed: daily partitions overlap the month. Each day has or gets its own partition then.
      if (codeOf(error) !== overlaps) throw error
    })
    known.add(partition.name)
  }
}

const overlaps = '42P17'

async function create(db: Kysely<TraceTables>, { name, from, to }: Partition): Promise<void> {
  const bound = (time: number) => sql.lit(new Date(time).toISOString())
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('reason.trace-store.partitions'))`.execute(trx)
    await sql`create table if not exists ${sql.id(name)} partition of reasoning_traces for values from (${bound(from)}) to (${bound(to)})`.execute(
      trx,
    )
  })
}
