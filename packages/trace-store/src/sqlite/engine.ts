import Sqlite from 'better-sqlite3'
import { genesis, linkOf } from '../chain/chain.ts'
import { digestOf, idHash } from '../chain/digest.ts'
import type { RecordJson, TraceRecord } from '../record/record.ts'
import type { ChainRow } from '../tables/schema.ts'
import { addValues, ascending, insertSql, inStatements } from './rows.ts'
import { firstSeq, seqRange } from './seq.ts'

export interface EngineOptions {
  path: string
  synchronous: 'full' | 'normal'
  busyTimeoutMs: number
  /** Size of the page cache. */
  cacheKib: number
  /** Lowers the priority of the thread when cores are scarce. */
  background: boolean
  /** Opened beside a connection that writes, without waiting for locks. The other connection has set the file's options. */
  readonly: boolean
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface EngineAnswer {
  rows: unknown[]
  changes: number
}

/** A synchronous connection to a file, by better-sqlite3. Used in a worker, or by a program that may block. */
export interface SqliteEngine {
  query(statement: Statement): EngineAnswer
  /** Inserts all records or none. Records with an existing id are skipped. @param chainedAt - Time in audit mode. @returns Number of stored records. */
  insert(jsons: readonly RecordJson[], chainedAt?: number): number
  /** Deletes all rows or none. In audit mode, also takes hashes of the ids for the tombstones. @returns Number of deleted rows. */
  remove(seqs: readonly number[], chained?: { idHashes: readonly string[]; at: number }): number
  /** Frees unused pages, at most `pages`. @returns Number of remaining ones. */
  giveBack(pages: number): number
  close(): void
}

export function openEngine({ path, synchronous, busyTimeoutMs, cacheKib, readonly }: Omit<EngineOptions, 'background'>): SqliteEngine {
  const db = new Sqlite(path, { timeout: busyTimeoutMs, readonly })
  const prepared = new Map<string, Sqlite.Statement>()
  let lastSeq = 0
  /** Highest `stored` so far. The number of a deleted trace is not used again: a client that tails the store would skip the new trace. */
  let lastStored = 0
  setUp()

  return { query, insert, remove, giveBack, close: () => db.close() }

  function setUp(): void {
    db.pragma(`cache_size = -${cacheKib}`)
    db.pragma('temp_store = memory')
    if (readonly) return
    // No effect once there are tables. Pruning then frees pages in steps.
    db.pragma('auto_vacuum = incremental')
    db.pragma('journal_mode = wal')
    db.pragma(`synchronous = ${synchronous}`)
    // Overwrites erased text instead of only unlinking it.
    db.pragma('secure_delete = on')
    db.pragma('journal_size_limit = 67108864')
    db.pragma('wal_autocheckpoint = 4000')
  }

  function query({ sql, parameters }: Statement): EngineAnswer {
    const statement = prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
    return { rows: [], changes: statement.run(...parameters).changes }
  }

  function insert(jsons: readonly RecordJson[], chainedAt?: number): number {
    const records = ascending(jsons.map((json) => JSON.parse(json) as TraceRecord))
    return db
      .transaction(() => {
        lastStored = highest()
        const chained =
          chainedAt === undefined
            ? []
            : records.filter(({ id }) => prepare('select 1 from reasoning_traces where id = ?').get(id) === undefined)
        let inserted = 0
        for (const rows of inStatements(records)) inserted += rows.length === 1 ? insertRow(rows[0]!) : insertRows(rows)
        append(chained.map((record) => ({ kind: 'trace', id_hash: idHash(record.id), digest: digestOf(record), at: chainedAt! })))
        return inserted
      })
      .immediate()
  }

  function highest(): number {
    const { value } = prepare('select max(stored) as value from reasoning_traces').get() as { value: number | null }
    return Math.max(lastStored, value ?? 0)
  }

  /** @returns Number of new records. */
  function insertRows(records: readonly TraceRecord[]): number {
    const values: unknown[] = []
    let seq = lastSeq
    let stored = lastStored
    for (const record of records) {
      seq = firstSeq(record.createdAt, seq)
      addValues(values, seq, ++stored, record)
    }
    try {
      const { changes } = prepare(insertSql(records.length)).run(values)
      lastSeq = seq
      lastStored = stored
      return changes
    } catch (error) {
      if (!isKeyTaken(error)) throw error
      return records.reduce((inserted, record) => inserted + insertRow(record), 0)
    }
  }

  /** @returns 0 if the id already exists, else 1. */
  function insertRow(record: TraceRecord): number {
    const { createdAt } = record
    const statement = prepare(insertSql(1))
    const values: unknown[] = []
    addValues(values, firstSeq(createdAt, lastSeq), lastStored + 1, record)
    for (let attempt = 0; ; attempt++) {
      try {
        const { changes } = statement.run(values)
        if (changes === 0) return 0
        lastSeq = values[0] as number
        lastStored++
        return 1
      } catch (error) {
        if (!isKeyTaken(error) || attempt > 40) throw error
        // Another process used the same millisecond, or an import has very many traces in one. Each attempt searches a wider range.
        const [from, width] = seqRange(createdAt, attempt)
        values[0] = from + Math.floor(Math.random() * width)
      }
    }
  }

  function append(links: readonly Omit<ChainRow, 'link' | 'position'>[]): void {
    if (links.length === 0) return
    const last = prepare('select position, link from trace_chain order by position desc limit 1').get() as ChainRow | undefined
    let { position, link } = last ?? { position: 0, link: genesis }
    const statement = prepare('insert into trace_chain (position, kind, id_hash, digest, link, at) values (?, ?, ?, ?, ?, ?)')
    for (const one of links) {
      const row = { ...one, position: ++position }
      link = linkOf(link, row)
      statement.run(position, one.kind, one.id_hash, one.digest, link, one.at)
    }
  }

  function remove(seqs: readonly number[], chained?: { idHashes: readonly string[]; at: number }): number {
    const deletion = prepare('delete from reasoning_traces where seq = ?')
    const digestOf = prepare('select kind, digest from trace_chain where id_hash = ? order by position desc limit 1')
    return db
      .transaction(() => {
        lastStored = highest()
        let removed = 0
        const links: Omit<ChainRow, 'link' | 'position'>[] = []
        for (const [index, seq] of seqs.entries()) {
          if (deletion.run(seq).changes === 0) continue
          removed++
          const id_hash = chained?.idHashes[index]
          const last = id_hash === undefined ? undefined : (digestOf.get(id_hash) as ChainRow | undefined)
          // A trace stored before audit mode is not in the chain and needs no tombstone.
          if (last?.kind === 'trace') links.push({ kind: 'deletion', id_hash: id_hash!, digest: last.digest, at: chained!.at })
        }
        append(links)
        return removed
      })
      .immediate()
  }

  function giveBack(pages: number): number {
    // Each freed page is a step of the statement. Running it like other statements without rows would stop after the first step.
    db.pragma(`incremental_vacuum(${pages})`)
    return db.pragma('freelist_count', { simple: true }) as number
  }

  function prepare(sql: string): Sqlite.Statement {
    let statement = prepared.get(sql)
    if (statement === undefined) {
      // Filters combine freely, so the number of prepared statements is bounded.
      if (prepared.size >= 200) prepared.clear()
      statement = db.prepare(sql)
      prepared.set(sql, statement)
    }
    return statement
  }
}

const isKeyTaken = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
