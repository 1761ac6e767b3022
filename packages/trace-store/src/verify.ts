import { genesis, linkOf } from './chain.ts'
import type { Database } from './database.ts'
import { digestOf, idHash } from './digest.ts'
import { type Row, toRecord } from './row.ts'
import type { ChainRow } from './schema.ts'
import type { Verification } from './store.ts'

const atOnce = 500
const maxProblems = 100

/**
 * Two walks. Along the chain: each link is made of the one before, so that none was changed, taken out or put in between.
 * Over the traces: each is what its link says. As no trace is there twice, the numbers show whether one is missing without a tombstone.
 */
export async function verifyChain(database: Database): Promise<Verification> {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  const chain = await walkChain(database, report)
  const { vouched, unchained } = await walkTraces(database, report)
  if (vouched !== chain.alive) {
    report(`The chain vouches for ${chain.alive} traces, and ${vouched} of them are there as they were stored.`)
  }
  return { ok: problems.length === 0, links: chain.links, traces: vouched, unchained, head: chain.head, problems }
}

async function walkChain(database: Database, report: (problem: string) => void) {
  let head = genesis
  let links = 0
  let alive = 0
  for (;;) {
    const rows: ChainRow[] = await database
      .db()
      .selectFrom('trace_chain')
      .selectAll()
      .where('position', '>', links)
      .orderBy('position')
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return { head, links, alive }
    for (const row of rows) {
      if (row.position !== links + 1) report(`Links ${links + 1} to ${row.position - 1} are missing.`)
      else if (linkOf(head, row) !== row.link) report(`Link ${row.position} does not fit what it says and the link before it.`)
      head = row.link
      links = row.position
      alive += row.kind === 'trace' ? 1 : -1
    }
  }
}

async function walkTraces(database: Database, report: (problem: string) => void) {
  let vouched = 0
  let unchained = 0
  let after: string | undefined
  do {
    const { rows, next } = await database.full({}, { limit: atOnce, after })
    after = next
    const last = await lastLinks(database, rows)
    for (const row of rows) {
      const link = last.get(idHash(row.id))
      if (link === undefined) unchained++
      else if (link.kind === 'deletion') report(`The trace "${row.id}" is there, but was deleted by link ${link.position}.`)
      else if (link.digest !== digestOf(toRecord(row))) report(`The trace "${row.id}" is not what was stored (link ${link.position}).`)
      else vouched++
    }
  } while (after !== undefined)
  return { vouched, unchained }
}

async function lastLinks(database: Database, rows: readonly Row[]): Promise<Map<string, ChainRow>> {
  const found = new Map<string, ChainRow>()
  if (rows.length === 0) return found
  const links: ChainRow[] = await database
    .db()
    .selectFrom('trace_chain')
    .selectAll()
    .where(
      'id_hash',
      'in',
      rows.map(({ id }) => idHash(id)),
    )
    .orderBy('position')
    .execute()
  for (const link of links) found.set(link.id_hash, link)
  return found
}
