import type { ExpectedLink, HeadCheck } from './chain-head/check-head.ts'
import { genesis, linkOf } from './chain/chain.ts'
import type { Database } from './database.ts'
import { digestOf, idHash } from './chain/digest.ts'
import { toRecord, type TraceRow } from './tables/row.ts'
import type { ChainRow } from './tables/schema.ts'
import type { Verification } from './store.ts'
import { readRows } from './unreadable.ts'

const atOnce = 500
const maxProblems = 100

/**
 * Verifies the chain in two walks. The first walks the chain: each link contains the hash of the previous one, which detects changed, removed and inserted
 * links. The second walks the traces, and compares each with its link. Ids are unique, so the counts show whether a trace is missing without a tombstone.
 * Traces may be stored and deleted meanwhile: new ones are skipped, and a deleted one has a tombstone.
 */
export async function verifyChain(database: Database, check: HeadCheck | undefined, known: readonly ExpectedLink[]): Promise<Verification> {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  const chain = await walkChain(database, [...(check?.expected ?? []), ...known], report)
  for (const problem of check?.problems(chain.links) ?? []) report(problem)
  const seen = createMarks(chain.links)
  const { vouched, unchained } = await walkTraces(database, chain.links, seen, report)
  const alive = chain.alive - (await goneSince(database, chain.links, seen))
  if (vouched !== alive) report(`The chain covers ${alive} traces, and ${vouched} of them are unchanged.`)
  return {
    ok: problems.length === 0,
    links: chain.links,
    traces: vouched,
    unchained,
    head: chain.head,
    problems,
    notes: check?.notes(chain.links) ?? [],
    ...(check?.head !== undefined && { signed: check.head }),
  }
}

/** Bit set of visited links. */
function createMarks(links: number) {
  const bytes = new Uint8Array((links >> 3) + 1)
  return {
    has: (position: number): boolean => (bytes[position >> 3]! & (1 << (position & 7))) !== 0,
    add(position: number): void {
      bytes[position >> 3]! |= 1 << (position & 7)
    },
  }
}

type Marks = ReturnType<typeof createMarks>

/** @param expected - Links known from elsewhere. */
async function walkChain(database: Database, expected: readonly ExpectedLink[], report: (problem: string) => void) {
  let head = genesis
  let links = 0
  let alive = 0
  for (;;) {
    const rows = await linksAfter(database, links)
    if (rows.length === 0) {
      for (const one of expected.filter((link) => link.links > links))
        report(`The chain has ${links} links, but had ${one.links} according to ${one.by}: its newest links were removed.`)
      return { head, links, alive }
    }
    for (const row of rows) {
      if (row.position !== links + 1) report(`Links ${links + 1} to ${row.position - 1} are missing.`)
      else if (linkOf(head, row) !== row.link) report(`Link ${row.position} does not match its content and the link before it.`)
      head = row.link
      links = row.position
      for (const one of expected)
        if (one.links === links && one.head !== head) report(`Link ${links} differs from the one that ${one.by} recorded.`)
      alive += row.kind === 'trace' ? 1 : -1
    }
  }
}

async function linksAfter(database: Database, position: number): Promise<ChainRow[]> {
  return database.db().selectFrom('trace_chain').selectAll().where('position', '>', position).orderBy('position').limit(atOnce).execute()
}

/** @param upto - Last link that was walked. */
async function walkTraces(database: Database, upto: number, seen: Marks, report: (problem: string) => void) {
  let vouched = 0
  let unchained = 0
  let after: string | undefined
  do {
    const { rows, next } = await database.full({}, { limit: atOnce, after })
    after = next
    const last = await lastLinks(
      database,
      rows.map(({ id }) => idHash(id)),
    )
    for (const row of rows) {
      const link = last.get(idHash(row.id))
      if (link === undefined) unchained++
      else if (link.position > upto) continue
      else if (link.kind === 'deletion') report(`The trace "${row.id}" is stored, although link ${link.position} records its deletion.`)
      else if (!isAsStored(row, link.digest)) report(`The trace "${row.id}" is not what was stored (link ${link.position}).`)
      else {
        vouched++
        seen.add(link.position)
      }
    }
  } while (after !== undefined)
  return { vouched, unchained }
}

/** Whether a row is unchanged. A damaged row is not. */
const isAsStored = (row: TraceRow, digest: string): boolean => readRows([row], (one) => digestOf(toRecord(one))).items[0] === digest

/** @returns Number of covered traces that were deleted before the second walk reached them. */
async function goneSince(database: Database, upto: number, seen: Marks): Promise<number> {
  let gone = 0
  for (let position = upto; ;) {
    const rows = await linksAfter(database, position)
    if (rows.length === 0) return gone
    position = rows.at(-1)!.position
    const deleted = rows.filter(({ kind }) => kind === 'deletion').map(({ id_hash }) => id_hash)
    for (const link of (await lastLinks(database, deleted, upto)).values()) {
      if (link.kind === 'deletion' || seen.has(link.position)) continue
      gone++
      // The same id may be stored and deleted again.
      seen.add(link.position)
    }
  }
}

async function lastLinks(database: Database, idHashes: readonly string[], upto?: number): Promise<Map<string, ChainRow>> {
  const found = new Map<string, ChainRow>()
  if (idHashes.length === 0) return found
  const links: ChainRow[] = await database
    .db()
    .selectFrom('trace_chain')
    .selectAll()
    .where('id_hash', 'in', idHashes)
    .$if(upto !== undefined, (query) => query.where('position', '<=', upto!))
    .orderBy('position')
    .execute()
  for (const link of links) found.set(link.id_hash, link)
  return found
}
