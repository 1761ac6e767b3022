import { createVerbs, immediateStore, type Verbs } from '../store/store-verbs.ts'
import type { MemoryAccount } from '../store/memory-account.ts'
import type { BudgetStore, Operation, StoreReply } from '../store/store.ts'
import { accountOf, overAt, textOf } from './account-text.ts'

/** Methods used of a connection, as in `better-sqlite3` and `DatabaseSync` of `node:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
}

export interface SqliteStatement {
  run(...parameters: (string | number | null)[]): unknown
  get(...parameters: (string | number | null)[]): unknown
}

export interface SqliteStoreOptions {
  /** Opens a connection to the file, for the store alone. Called for the first operation, and again after it failed. */
  open: () => SqliteDatabase
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** Approximate maximum of remembered sessions, as for `memoryStore`. Default 100,000 (about 50 MB). */
  maxSessions?: number
  /** Milliseconds that an operation waits for another process, which blocks this thread. Default 50. */
  busyTimeoutMs?: number
}

export interface SqliteStore extends BudgetStore {
  close(): void
}

/** Number of settled reservations that are remembered at least. */
const rememberedSettled = 100_000
/** Operations of this process between two sweeps, and maximum of deleted rows. A sweep blocks the thread for a moment. */
const sweepEvery = 500
const sweptAtOnce = 1000
/** A session used within this time may still be running, because reservations are renewed more often. */
const heldMs = 60_000

/**
 * Store for budgets in a file, shared by all processes of a machine that open it. They survive a restart. Each operation is one transaction of some rows, in
 * this thread; `sqliteFileStore` uses its own thread. A commit does not wait for the disk (WAL, `synchronous = normal`): a crash of the process loses nothing,
 * a crash of the machine the last moments.
 */
export function sqliteStore({ open, now: clock = Date.now, maxSessions = 100_000, busyTimeoutMs = 50 }: SqliteStoreOptions): SqliteStore {
  // Without this check, an untyped wrong value would look like a store that is down.
  if (typeof open !== 'function')
    throw new TypeError("sqliteStore() needs a way to open its file: sqliteStore({ open: () => new Database('budgets.db') }).")
  let opened: Opened | undefined
  let operations = 0

  const verbs = createVerbs({
    now: () => clock(),
    find(tenant, name) {
      const row = db().find.get(tenant, name) as { state: string } | undefined
      return row && read(name, row.state)
    },
    keep(tenant, name, account) {
      account.usedAt = account.seenAt
      db().keep.run(tenant, name, textOf(account), overAt(account), account.seenAt, name.startsWith('session:') ? 1 : 0)
    },
    settled: {
      has(tenant, id, now) {
        const row = db().findSettled.get(tenant, id) as { until: number } | undefined
        return row !== undefined && row.until > now
      },
      add: (tenant, id, until) => void db().addSettled.run(tenant, id, until),
    },
  })

  return {
    ...immediateStore('sqlite', inTransactions(verbs)),
    close() {
      opened?.database.close()
      opened = undefined
    },
  }

  function inTransactions(plain: Verbs): Verbs {
    return Object.fromEntries(
      Object.entries(plain).map(([name, act]) => [
        name,
        (operation: never) => transaction(() => (act as (one: Operation) => StoreReply)(operation)),
      ]),
    ) as unknown as Verbs
  }

  function transaction(act: () => StoreReply): StoreReply {
    const { begin, commit, rollback } = db()
    begin.run()
    try {
      const reply = act()
      if (++operations % sweepEvery === 0) sweep(reply.now)
      commit.run()
      return reply
    } catch (error) {
      try {
        rollback.run()
      } catch {
        // SQLite has rolled back by itself, as on a full disk. Its error is the other one.
      }
      throw error
    }
  }

  function db(): Opened {
    return (opened ??= setUp(open(), busyTimeoutMs))
  }

  /** Deletes what does not count any more, and the least recently used sessions if there are too many. */
  function sweep(now: number): void {
    const { sweepAccounts, sweepSettled, countSessions, forgetSessions, countSettled, forgetSettled } = db()
    sweepAccounts.run(now, sweptAtOnce)
    sweepSettled.run(now, sweptAtOnce)
    const sessions = countOf(countSessions) - maxSessions
    if (sessions > 0) forgetSessions.run(now - heldMs, Math.min(sessions, sweptAtOnce))
    const settled = countOf(countSettled) - rememberedSettled
    if (settled > 0) forgetSettled.run(Math.min(settled, sweptAtOnce))
  }
}

/** Parses the state of an account. @throws {Error} if the row is damaged, with the remedy */
function read(name: string, state: string): MemoryAccount {
  try {
    return accountOf(state)
  } catch (error) {
    const row = `delete from budget_accounts where name = '${name.replaceAll("'", "''")}'`
    throw new Error(
      `The account "${name}" is damaged (${(error as Error).message}). Run "${row}" on the file, and the account starts again.`,
      {
        cause: error,
      },
    )
  }
}

const countOf = (statement: SqliteStatement): number => (statement.get() as { count: number }).count

type Opened = ReturnType<typeof setUp>

function setUp(database: SqliteDatabase, busyTimeoutMs: number) {
  try {
    database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    insist(() => database.exec('pragma journal_mode = wal'))
    database.exec('pragma synchronous = normal')
    insist(() => database.exec(tables))
    const statement = (sql: string): SqliteStatement => database.prepare(sql)
    return {
      database,
      begin: statement('begin immediate'),
      commit: statement('commit'),
      rollback: statement('rollback'),
      find: statement('select state from budget_accounts where tenant = ? and name = ?'),
      keep: statement(
        `insert into budget_accounts (tenant, name, state, over_at, used_at, is_session) values (?, ?, ?, ?, ?, ?)
         on conflict (tenant, name) do update set state = excluded.state, over_at = excluded.over_at, used_at = excluded.used_at`,
      ),
      findSettled: statement('select until from budget_settled where tenant = ? and id = ?'),
      addSettled: statement('insert or replace into budget_settled (tenant, id, until) values (?, ?, ?)'),
      sweepAccounts: statement(
        'delete from budget_accounts where rowid in (select rowid from budget_accounts where over_at <= ? order by over_at limit ?)',
      ),
      sweepSettled: statement(
        'delete from budget_settled where rowid in (select rowid from budget_settled where until <= ? order by until limit ?)',
      ),
      countSessions: statement('select count(*) as count from budget_accounts where is_session = 1'),
      forgetSessions: statement(
        `delete from budget_accounts where rowid in (select rowid from budget_accounts where is_session = 1 and used_at < ? order by used_at limit ?)`,
      ),
      countSettled: statement('select count(*) as count from budget_settled'),
      forgetSettled: statement('delete from budget_settled where rowid in (select rowid from budget_settled order by until limit ?)'),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Retries while the file is locked. Processes that start at once do not wait for each other when one changes the journal mode. Blocks this thread, once per
 * connection.
 */
function insist(act: () => unknown): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return void act()
    } catch (error) {
      if (attempt >= 20 || !/locked|busy/.test(String(error))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + attempt)
    }
  }
}

const tables = `
create table if not exists budget_accounts (
  tenant text not null,
  name text not null,
  state text not null,
  over_at integer,
  used_at integer not null,
  is_session integer not null,
  primary key (tenant, name)
);
create index if not exists budget_accounts_over on budget_accounts (over_at) where over_at is not null;
create index if not exists budget_accounts_sessions on budget_accounts (used_at) where is_session = 1;
create table if not exists budget_settled (
  tenant text not null,
  id text not null,
  until integer not null,
  primary key (tenant, id)
);
create index if not exists budget_settled_until on budget_settled (until);
`
