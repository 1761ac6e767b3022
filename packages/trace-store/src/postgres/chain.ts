import { sql, type Transaction } from 'kysely'
import { genesis, linkOf } from '../chain/chain.ts'
import type { ChainRow, TraceTables } from '../tables/schema.ts'

/** Appends links. Transactions take turns, so that each continues after the last link. */
export async function appendLinks(trx: Transaction<TraceTables>, links: readonly Omit<ChainRow, 'link' | 'position'>[]): Promise<void> {
  if (links.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('reason.trace-store.chain'))`.execute(trx)
  const last = await trx.selectFrom('trace_chain').select(['position', 'link']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  let { position, link } = last ?? { position: 0, link: genesis }
  const rows = links.map((one) => {
    const row = { ...one, position: ++position }
    link = linkOf(link, row)
    return { ...row, link }
  })
  for (let at = 0; at < rows.length; at += 1000)
    await trx
      .insertInto('trace_chain')
      .values(rows.slice(at, at + 1000))
      .execute()
}

/** Appends tombstones for deleted traces. A trace stored before audit mode is not in the chain and needs none. */
export async function appendDeletions(trx: Transaction<TraceTables>, idHashes: readonly string[], at: number): Promise<void> {
  for (let from = 0; from < idHashes.length; from += 1000) {
    const some = idHashes.slice(from, from + 1000)
    const found = await trx
      .selectFrom('trace_chain')
      .select(['id_hash', 'kind', 'digest'])
      .where('id_hash', 'in', some)
      .orderBy('position')
      .execute()
    const last = new Map(found.map((row) => [row.id_hash, row]))
    await appendLinks(
      trx,
      some.flatMap((id_hash) => {
        const row = last.get(id_hash)
        return row?.kind === 'trace' ? [{ kind: 'deletion' as const, id_hash, digest: row.digest, at }] : []
      }),
    )
  }
}
