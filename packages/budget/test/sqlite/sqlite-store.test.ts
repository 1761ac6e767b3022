import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseSync } from 'node:sqlite'
import Database from 'better-sqlite3'
import { runs } from '@reason/testkit/sampling'
import { afterAll, describe, expect, it } from 'vitest'
import { createBudgets, sqliteFileStore, sqliteStore, type SqliteDatabase } from '../../src/index.ts'
import { thinking } from '../generation.ts'
import { neverOverspends } from '../overspending.ts'
import { sharedByProcesses } from '../shared.ts'
import { describeStore, termsOf } from '../store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-budget-'))
const cleanUp: (() => void)[] = []
afterAll(() => {
  for (const act of cleanUp) act()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0
const newFile = (): string => join(folder, `${(files += 1)}.db`)

const drivers: Record<string, (path: string) => SqliteDatabase> = {
  'better-sqlite3': (path) => new Database(path),
  'node:sqlite': (path) => new DatabaseSync(path),
}

function open(path: string, options: { now?: () => number; maxSessions?: number } = {}, driver = drivers['better-sqlite3']!) {
  const store = sqliteStore({ open: () => driver(path), ...options })
  cleanUp.push(() => store.close())
  return store
}

describe.each(Object.entries(drivers))('with %s', (_, driver) => {
  describeStore(
    'SQLite store',
    () => {
      let now = 0
      return { store: open(':memory:', { now: () => now }, driver), setNow: (time) => (now = time) }
    },
    { runs: runs(200) },
  )

  describeStore(
    'SQLite store that is closed and opened again after each operation, as another process has it',
    () => {
      let now = 0
      const path = newFile()
      const one = () => open(path, { now: () => now }, driver)
      const anew = (verb: 'reserve' | 'extend' | 'settle' | 'write' | 'read') => async (operation: never) => {
        const store = one()
        const reply = await store[verb](operation)
        store.close()
        return reply
      }
      const store = {
        id: 'sqlite',
        reserve: anew('reserve'),
        extend: anew('extend'),
        settle: anew('settle'),
        write: anew('write'),
        read: anew('read'),
      }
      return { store, setNow: (time) => (now = time) }
    },
    { runs: 10 },
  )
})

it('survives a restart: what was used is used, and what ran is reserved until it expires', async () => {
  const path = newFile()
  let now = 1_800_000_000_000
  const options = { limits: { session: { tokens: 100 } }, reservationTokens: 40, reservationTtlMs: 1000 }
  const first = open(path, { now: () => now })
  const before = createBudgets({ ...options, store: first })
  await before.set('session', { session: 's' }, 30)
  expect(await before.governor({ session: 's' }).admit()).toEqual({ admitted: true })
  // The process is killed, so nothing is closed.
  const after = createBudgets({ ...options, store: open(path, { now: () => now }) })
  expect(await after.show({ session: 's' })).toMatchObject([{ used: 30, reserved: 40 }])
  now += 1000
  expect(await after.show({ session: 's' })).toMatchObject([{ used: 30, reserved: 0 }])
})

it('is never exceeded by more than a reservation for each generation, over two processes', () => neverOverspends(() => open(newFile()), 5))

it('is shared by two gateways, and its lines are crossed once', async () => {
  const path = newFile()
  await sharedByProcesses(path, '', () => open(path))
})

it('is shared by connections that are open at once: each sees at once what the other has done', async () => {
  const path = newFile()
  const [one, other] = [open(path), open(path, {}, drivers['node:sqlite'])]
  const operation = { tenant: 'key:k', accounts: [termsOf('key:k', 'lifetime', 1000)], ttlMs: 60_000 }
  for (let round = 0; round < 50; round += 1) {
    await Promise.all([one, other].map((store, index) => store.settle({ ...operation, id: `${round}.${index}`, tokens: 3 })))
  }
  expect((await one.read(operation)).accounts).toMatchObject([{ used: 300 }])
  expect((await other.read(operation)).accounts).toMatchObject([{ used: 300 }])
})

it('an operation that cannot be done changes nothing and rejects, and the next one is done', async () => {
  const path = newFile()
  const store = open(path)
  const operation = { tenant: 'key:k', accounts: [termsOf('key:k', 'lifetime', 1000)], ttlMs: 60_000 }
  await store.settle({ ...operation, id: 'a', tokens: 5 })
  const other = new Database(path)
  other.exec('begin immediate')
  await expect(store.settle({ ...operation, id: 'b', tokens: 5 })).rejects.toThrow(/locked/)
  other.exec('rollback')
  other.close()
  await store.settle({ ...operation, id: 'b', tokens: 5 })
  expect((await store.read(operation)).accounts).toMatchObject([{ used: 10 }])
})

it('an operation that fails halfway changes nothing, and the next one is done', async () => {
  const path = newFile()
  const store = open(path)
  const operation = { tenant: 'key:k', accounts: [termsOf('key:k', 'lifetime', 1000)], ttlMs: 60_000 }
  await store.settle({ ...operation, id: 'a', tokens: 5 })
  const other = new Database(path)
  cleanUp.push(() => other.close())
  // The key's account comes first, so that it is written by then.
  other.exec(`create trigger full before insert on budget_accounts when new.name = 'session:s' begin select raise(abort, 'disk full'); end`)
  const accounts = [...operation.accounts, termsOf('session:s', 'lifetime', 1000)]
  for (const id of ['b', 'c']) await expect(store.settle({ ...operation, accounts, id, tokens: 5 })).rejects.toThrow('disk full')
  other.exec('drop trigger full')
  expect((await store.read(operation)).accounts).toMatchObject([{ used: 5 }])
  await store.settle({ ...operation, accounts, id: 'b', tokens: 5 })
  expect((await store.read({ ...operation, accounts })).accounts).toMatchObject([{ used: 10 }, { used: 5 }])
})

it('a generation that ends while the file is locked is counted afterwards', async () => {
  const path = newFile()
  const budgets = createBudgets({ limits: { session: { tokens: 1000 } }, store: open(path) })
  const governor = budgets.governor({ session: 's' })
  await governor.admit()
  for (const part of thinking(30)) governor.onPart(part)
  const other = new Database(path)
  cleanUp.push(() => other.close())
  other.exec('begin immediate')
  await governor.close()
  expect(budgets.state()).toMatchObject({ running: 0, unsettled: 1 })
  other.exec('rollback')
  await budgets.close()
  expect(budgets.state().unsettled).toBe(0)
  expect(await budgets.show({ session: 's' })).toMatchObject([{ used: 30, reserved: 0 }])
})

it.each(['{"spent":[[1', '{}', '{"spent":[],"held":[],"level":0,"terms":{}}', 'null'])(
  'an account whose row is damaged is said to be, with what to do, and others go on: %s',
  async (state) => {
    const path = newFile()
    const store = open(path)
    const of = (name: string) => ({ tenant: 'key:k', accounts: [termsOf(name, 'lifetime', 1000)], ttlMs: 60_000, id: name, tokens: 5 })
    for (const name of ["session:o'hara", 'session:b']) await store.settle(of(name))
    const other = new Database(path)
    other.prepare('update budget_accounts set state = ? where name = ?').run(state, "session:o'hara")
    const remedy = /The account "session:o'hara" is damaged \(.*Run "(delete from budget_accounts where name = 'session:o''hara')"/
    await expect(store.reserve(of("session:o'hara"))).rejects.toThrow(remedy)
    expect(await store.read(of('session:b'))).toMatchObject({ accounts: [{ used: 5 }] })
    other.exec("delete from budget_accounts where name = 'session:o''hara'")
    expect(await store.read(of("session:o'hara"))).toMatchObject({ accounts: [{ used: 0 }] })
    other.close()
  },
)

it('a file that is none is said to be none, each time', async () => {
  const path = newFile()
  writeFileSync(path, 'This is no database, and long enough that SQLite looks at all of it. '.repeat(100))
  const store = open(path)
  const operation = { tenant: 'key:k', accounts: [termsOf('key:k', 'lifetime', 1000)], ttlMs: 60_000 }
  for (let time = 0; time < 2; time += 1) await expect(store.read(operation)).rejects.toThrow(/not a database/)
})

it('forgets accounts and reservations that count no more, and the sessions that were used longest ago', async () => {
  let now = 0
  const path = newFile()
  const store = open(path, { now: () => now, maxSessions: 100 })
  const settle = (name: string, id: string, ms: number) =>
    store.settle({ tenant: 'key:k', ttlMs: 1, id, tokens: 7, accounts: [termsOf(name, { kind: 'fixed', ms }, 100)] })
  await settle('key:k', 'key', 1e12)
  for (let number = 0; number < 4000; number += 1) {
    now += 10_000
    await settle(`session:${number}`, `r${number}`, 1e12)
    await settle(`key:short${number}`, `s${number}`, 60_000)
  }
  const db = new Database(path, { readonly: true })
  cleanUp.push(() => db.close())
  const count = (sql: string): number => (db.prepare(sql).get() as { count: number }).count
  // Between two sweeps 250 of each come. What was settled counts for an hour: 720 of both.
  expect(count("select count(*) as count from budget_accounts where name like 'session:%'")).toBeLessThanOrEqual(100 + 250)
  expect(count("select count(*) as count from budget_accounts where name like 'key:short%'")).toBeLessThanOrEqual(6 + 250)
  expect(count('select count(*) as count from budget_settled')).toBeLessThanOrEqual(720 + 500)
  const used = async (name: string) =>
    (await store.read({ tenant: 'key:k', ttlMs: 1, accounts: [termsOf(name, { kind: 'fixed', ms: 1e12 }, 100)] })).accounts[0]!.used
  expect([await used('key:k'), await used('session:0'), await used('session:3999')]).toEqual([7, 0, 7])
})

describe('in a thread of its own', () => {
  const inThread = (path: string) => {
    const store = sqliteFileStore({ path })
    cleanUp.push(() => void store.close())
    return store
  }
  const operation = { tenant: 'key:k', accounts: [termsOf('key:k', 'lifetime', 1000)], ttlMs: 60_000 }

  it('does what it does in this one, in order, and again after it was closed', async () => {
    const path = newFile()
    const store = inThread(path)
    const replies = await Promise.all([
      store.reserve({ ...operation, id: 'a', tokens: 40 }),
      store.extend({ ...operation, id: 'a', tokens: 90, running: 50 }),
      store.settle({ ...operation, id: 'a', tokens: 60 }),
      store.settle({ ...operation, id: 'a', tokens: 60 }),
      store.read(operation),
    ])
    expect(replies.map(({ outcome, accounts: [one] }) => [outcome, one!.used, one!.reserved])).toEqual([
      ['done', 0, 40],
      ['done', 0, 90],
      ['done', 60, 0],
      ['settled', 60, 0],
      ['done', 60, 0],
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await store.close()
    expect((await store.write({ ...operation, used: 7 })).accounts).toMatchObject([{ used: 7 }])
    expect((await open(path).read(operation)).accounts).toMatchObject([{ used: 7 }])
  })

  /** A store whose file another process has locked. */
  async function lockedByAnother() {
    const path = newFile()
    const store = inThread(path)
    await store.read(operation)
    const other = new Database(path)
    cleanUp.push(() => other.close())
    other.exec('begin immediate')
    return { store, other }
  }

  it('delays no other request while it waits for another process, and reports a wait that takes too long', async () => {
    const { store, other } = await lockedByAnother()
    let turns = 0
    const waiting = store.settle({ ...operation, id: 'a', tokens: 5 }).finally(() => (turns = Infinity))
    const failed = expect(waiting).rejects.toThrow(/locked/)
    let most = 0
    while (turns < Infinity) {
      most = turns += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    await failed
    expect(most).toBeGreaterThan(10)
    other.exec('rollback')
    expect(await store.settle({ ...operation, id: 'a', tokens: 5 })).toMatchObject({ outcome: 'done', accounts: [{ used: 5 }] })
  })

  it('fails all calls that came while it waited for a lock, and none of them waits for it again', async () => {
    const { store, other } = await lockedByAnother()
    const calls = Array.from({ length: 20 }, async (_, index) => store.reserve({ ...operation, id: `l${index}`, tokens: 1 }))
    await expect(calls[0]).rejects.toThrow(/locked/)
    // A call that waited by itself would find the file free again.
    other.exec('rollback')
    const outcomes = await Promise.allSettled(calls)
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(await store.reserve({ ...operation, id: 'free', tokens: 1 })).toMatchObject({ outcome: 'done' })
  })

  it.each([
    ['deleted', (path: string) => rmSync(path), 0],
    ['replaced', (path: string) => renameSync(`${path}.other`, path), 5],
  ])('goes to the new file if the old one is %s, as other processes do', async (_, change, used) => {
    const path = newFile()
    const other = inThread(`${path}.other`)
    await other.write({ ...operation, used: 5 })
    await other.close()
    const store = inThread(path)
    await store.write({ ...operation, used: 70 })
    // SQLite would read a write-ahead log that stays behind into any file of that name.
    for (const end of ['-wal', '-shm']) rmSync(path + end)
    change(path)
    expect((await store.read(operation)).accounts[0]!.used).toBe(used)
    expect((await inThread(path).read(operation)).accounts[0]!.used).toBe(used)
  })

  it('keeps a process alive for each answer, and not for a further question', async () => {
    const code = `
      import { sqliteFileStore } from '@reason/budget'
      const store = sqliteFileStore({ path: process.argv[1] })
      for (const used of [7, 8]) {
        const { accounts } = await store.write({ ...JSON.parse(process.argv[2]), used })
        console.log(accounts[0].used)
      }`
    const args = ['--conditions=@reason/source', '-e', code, newFile(), JSON.stringify(operation)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, timeout: 60_000 })
    expect(stdout).toBe('7\n8\n')
  })

  it('says what is wrong with its file', async () => {
    const nowhere = join(folder, 'no', 'such', 'folder.db')
    await expect(inThread(nowhere).read(operation)).rejects.toThrow(`directory does not exist (${nowhere})`)
    const covered = newFile()
    mkdirSync(covered)
    await expect(inThread(covered).read(operation)).rejects.toThrow(/It must be a file that this process may write/)
    const damaged = newFile()
    writeFileSync(damaged, 'No database. '.repeat(1000))
    await expect(inThread(damaged).read(operation)).rejects.toThrow(/not a database\. Move the file away, and budgets start from zero \(/)
  })
})

it.each(Object.entries(drivers))('names a full disk, and goes on when there is room: with %s', async (_, driver) => {
  const limit = 'pragma max_page_count = '
  const database = driver(newFile())
  const store = sqliteStore({ open: () => database })
  cleanUp.push(() => store.close())
  const write = (name: string) => store.write({ tenant: 'key:k', accounts: [termsOf(name, 'lifetime', 9)], ttlMs: 1, used: 3 })
  await write('first')
  database.exec(`${limit}1`)
  await expect(write('x'.repeat(20_000))).rejects.toThrow('database or disk is full')
  database.exec(`${limit}1000000`)
  expect(await write('x'.repeat(20_000))).toMatchObject({ accounts: [{ used: 3 }] })
})

it('is told apart from what is none', () => {
  expect(() => sqliteStore({} as never)).toThrow(/needs a way to open its file/)
})
