import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { PruneRule } from '../database.ts'
import { idHash } from '../chain/digest.ts'
import type { TraceTables } from '../tables/schema.ts'
import { appendDeletions } from './chain.ts'
import { listPartitions, type Partition } from './partitions.ts'

/** Time of the tombstones that deletions append. Undefined: they append none. */
type TombstoneClock = (() => number) | undefined

interface Id {
  id: string
}

/**
 * Drops partitions without any trace to keep, which takes the same time for any size. Deletes rows from the others.
 *
 * @returns Number of deleted traces.
 */
export async function prunePartitions(
  db: Kysely<TraceTables>,
  known: Set<string>,
  rule: PruneRule,
  tombstonesAt: TombstoneClock,
): Promise<number> {
  let pruned = 0
  for (const partition of await listPartitions(db)) {
    if (partition.from >= rule.before) continue
    pruned += await db.transaction().execute(async (trx) => {
      // Queries on the partition have priority. If they hold their lock for longer, pruning tries again in an hour.
      await sql`set local lock_timeout = '5s'`.execute(trx)
      const { count, dropped } =
        partition.to <= rule.before
          ? await dropOrDelete(trx, partition, rule, tombstonesAt)
          : { count: await deleteFrom(trx, partition, rule, tombstonesAt), dropped: false }
      if (dropped) known.delete(partition.name)
      return count
    })
  }
  return pruned
}

async function dropOrDelete(trx: Transaction<TraceTables>, partition: Partition, rule: PruneRule, tombstonesAt: TombstoneClock) {
  const table = sql.id(partition.name)
  // Prevents changes between the check and the drop.
  await sql`lock table ${table} in access exclusive mode`.execute(trx)
  const { rows } = await sql<{ kept: boolean; count: number }>`
    select exists (select from ${table} where not (${matching(rule)})) as kept, (select count(*) from ${table}) as count`.execute(trx)
  const { kept, count } = rows[0]!
  if (kept) return { count: await deleteFrom(trx, partition, rule, tombstonesAt), dropped: false }
  if (tombstonesAt !== undefined) await appendTombstones(trx, (await sql<Id>`select id from ${table}`.execute(trx)).rows, tombstonesAt)
  await sql`delete from trace_ids using ${table} old where trace_ids.id = old.id`.execute(trx)
  await sql`drop table ${table}`.execute(trx)
  return { count, dropped: true }
}

async function deleteFrom(
  trx: Transaction<TraceTables>,
  { name }: Partition,
  rule: PruneRule,
  tombstonesAt: TombstoneClock,
): Promise<number> {
  return deleteRows(trx, sql`${sql.id(name)}`, matching(rule), tombstonesAt)
}

/** Deletes rows and their ids, and appends tombstones. @returns Number of deleted rows. */
export async function deleteRows(
  trx: Transaction<TraceTables>,
  table: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  tombstonesAt: TombstoneClock,
): Promise<number> {
  const { rows } = await sql<Id>`
    with gone as (delete from ${table} where ${where} returning id),
    ids as (delete from trace_ids using gone where trace_ids.id = gone.id)
    select id from gone`.execute(trx)
  await appendTombstones(trx, rows, tombstonesAt)
  return rows.length
}

async function appendTombstones(trx: Transaction<TraceTables>, rows: readonly Id[], tombstonesAt: TombstoneClock): Promise<void> {
  const hashes = rows.map(({ id }) => idHash(id))
  if (tombstonesAt !== undefined) await appendDeletions(trx, hashes, tombstonesAt())
}

function matching({ before, class: one, exceptClasses = [] }: PruneRule): RawBuilder<unknown> {
  const conditions = [sql`created_at < ${new Date(before).toISOString()}::timestamptz`]
  if (one !== undefined) conditions.push(sql`class = ${one}`)
  if (exceptClasses.length > 0) conditions.push(sql`class <> all (${[...exceptClasses]}::text[])`)
  return sql.join(conditions, sql` and `)
}
