import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { patienceMs } from '@reason/testkit/patience'
import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { openTraceStore } from '../src/index.ts'
import { ended, startProcess, untilOutput } from './run-process.ts'
import { opened, temporaryFolder } from './stores.ts'

test('a database that cannot be opened at the start: traces wait in the journal, and move when it can', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/data`, 'a file where a folder should be')
  const store = await opened({ url: `sqlite:${folder}/data/traces.db`, journal: `${folder}/journal`, mode: 'full' })
  expect(store.state()).toMatchObject({ status: 'degraded' })
  expect(store.state().error).toMatch(/^database: /)
  await store.append({ id: 'waits', reasoningText: 'patience' })
  expect(store.state()).toMatchObject({ status: 'degraded', journalled: 1 })
  await expect(store.list()).rejects.toMatchObject({ code: 'REASON_STORE_DOWN' })
  await expect(store.deleteSession('s')).rejects.toMatchObject({ code: 'REASON_STORE_DOWN' })

  rmSync(`${folder}/data`)
  await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
  expect(await store.get('waits')).toMatchObject({ reasoningText: 'patience' })
  expect(readdirSync(folder).filter((name) => name.startsWith('journal') && !name.endsWith('.lock'))).toEqual([])
})

test('a file that is no database, and no journal: the reason is said', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/traces.db`, 'certainly not a database. '.repeat(100))
  await expect(openTraceStore({ url: `sqlite:${folder}/traces.db`, journal: false, mode: 'full' })).rejects.toMatchObject({
    code: 'REASON_STORE_DOWN',
    message: expect.stringMatching(/file is not a database.*move the file and those with -wal and -shm .* elsewhere/s) as string,
  })
})

test.each([
  ['deleted', (path: string) => rmSync(path)],
  ['replaced', (path: string) => renameSync(`${path}.other`, path)],
])('a database that is %s while it is open: later traces are in the new file, also after a restart', async (_, change) => {
  const folder = temporaryFolder()
  const path = `${folder}/traces.db`
  await (await openTraceStore({ url: `sqlite:${path}.other`, mode: 'full' })).close()
  const first = await opened({ url: `sqlite:${path}`, mode: 'full' })
  await first.append({ id: 'before' })
  for (const end of ['-wal', '-shm']) rmSync(path + end)
  change(path)
  await first.append({ id: 'after' })
  await vi.waitUntil(() => first.state().status === 'ok', patienceMs)
  await first.close()
  const second = await opened({ url: `sqlite:${path}`, mode: 'full' })
  expect((await second.list()).items.map(({ id }) => id)).toEqual(['after'])
})

test('a store that was read leaves all traces in its file, and no write-ahead log', async () => {
  const folder = temporaryFolder()
  const store = await openTraceStore({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  await store.append({ id: 'kept' })
  await store.list()
  await store.close()
  expect(existsSync(`${folder}/traces.db-wal`)).toBe(false)
})

test('a lock of the journal that was damaged is made anew', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/traces.db.spill.lock`, 'certainly not a database. '.repeat(100))
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  await store.append({ id: 'kept' })
  expect(store.state()).toMatchObject({ status: 'ok' })
})

test('a lock of the journal that is no file: it is said what to do', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/traces.db.spill.lock`)
  await expect(openTraceStore({ url: `sqlite:${folder}/traces.db`, mode: 'full' })).rejects.toMatchObject({
    code: 'REASON_STORE_DOWN',
    message: expect.stringMatching(/traces\.db\.spill\.lock", cannot be opened: .* delete the lock, and start again\.$/) as string,
  })
})

test.each(['traces.db', 'traces.db-wal', 'traces.db.spill'])('a folder in the place of %s: it is said what to do', async (name) => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/${name}`)
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  const remedy = /^database: EISDIR.*\. A folder or a named pipe has the name of the database, or of a file beside it .*: move it elsewhere/
  expect(store.state()).toMatchObject({
    status: expect.not.stringMatching(/^ok$/) as string,
    error: expect.stringMatching(remedy) as string,
  })
})

test.each(['traces.db-wal', 'traces.db.spill'])('a named pipe in the place of %s: the store does not wait for its writer', async (name) => {
  const folder = temporaryFolder()
  execFileSync('mkfifo', [`${folder}/${name}`])
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  await store.append({ id: 'kept' })
  expect(await store.get('kept')).toMatchObject({ id: 'kept' })
})

test('a database that a newer version has changed: it is said, and traces wait in the journal', async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${folder}/traces.db`
  await (await openTraceStore({ url, mode: 'full' })).close()
  const newer = new Sqlite(`${folder}/traces.db`)
  newer.exec("insert into trace_migrations values ('9999-later', '2027-01-01T00:00:00.000Z')")
  const store = await opened({ url, mode: 'full' })
  expect(store.state()).toMatchObject({ status: 'degraded' })
  expect(store.state().error).toMatch(/^database: its tables are of a newer version of this package \(9999-later\)/)
  await store.append({ id: 'waits' })
  newer.exec("delete from trace_migrations where name = '9999-later'")
  newer.close()
  await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
  expect(await store.get('waits')).toMatchObject({ id: 'waits' })
})

test('a database that another process has locked: traces are safe in the journal meanwhile, those that it was given before too', async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${folder}/traces.db`
  const first = await openTraceStore({ url, mode: 'full' })
  await first.append({ id: 'before' })
  await first.close()
  const store = await opened({ url, mode: 'full', queue: { spillAfterMs: 50 } })
  const other = new Sqlite(`${folder}/traces.db`)
  other.exec('begin immediate')
  // More of them than the database is given at a time: the others do not wait until it gives up.
  const ids = ['given', 'too', 'beside', 'later']
  for (const id of ids) await store.append({ id })
  expect(store.state()).toMatchObject({ status: 'degraded', journalled: 4 })
  expect(await store.get('given')).toBeUndefined()
  other.exec('rollback')
  other.close()
  await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
  expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['before', ...ids].toSorted())
})

test('a full disk: what cannot be stored is refused, what was acknowledged is there', async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${folder}/traces.db`
  // The database stops at this size, then the journal does.
  const output = await ended(startProcess('full-disk.ts', [url], { limitKiB: 1024 }))
  const { stored, refused, code, state } = JSON.parse(output) as Record<string, string[]> & { code: string; state: { status: string } }
  expect(stored!.length).toBeGreaterThan(50)
  expect(refused).toHaveLength(20)
  expect(code).toBe('REASON_STORE_DOWN')
  expect(state).toMatchObject({ status: 'down', refused: 20 })

  const store = await opened({ url, mode: 'full' })
  const found = await Promise.all(stored!.map((id) => store.get(id)))
  expect(found.filter((one) => one === undefined)).toEqual([])
  expect(store.state()).toMatchObject({ status: 'ok' })
})

test('a database that could not be written is down until it can be, however often it can be opened', async () => {
  const path = `${temporaryFolder()}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full', journal: false })
  const other = new Sqlite(path)
  other.exec('begin immediate')
  const stored = store.append({ id: 'waits' })
  await vi.waitUntil(() => store.state().status === 'down', patienceMs)
  const seen = new Set<string>()
  for (let look = 0; look < 20; look++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    seen.add(store.state().status)
  }
  expect([...seen]).toEqual(['down'])
  other.exec('rollback')
  other.close()
  expect(await stored).toBe('database')
  expect(store.state()).toMatchObject({ status: 'ok' })
})

test('several processes that start at once with no database yet', async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${folder}/traces.db`
  const children = ['a', 'b', 'c', 'd'].map((name) => startProcess('open.ts', [JSON.stringify({ url }), name]))
  await Promise.all(children.map((child) => untilOutput(child, 'ready')))
  for (const child of children) child.stdin!.end('go')
  for (const child of children) expect(await ended(child)).toBe('ready\nok\n')
  const store = await opened({ url, mode: 'full' })
  expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a clock that jumps: order follows it, nothing is lost, and nothing is deleted for it', async () => {
  const folder = temporaryFolder()
  const day = 86_400_000
  // While it is believed nothing is old; from its first jump on it is not believed any more, as the other clock stands still.
  let wall = 0
  let steady = 0
  let turns = 0
  const clocks = { now: () => wall, monotonic: () => (turns++, steady) }
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full', ...clocks, retention: { days: 30, everyMs: 20 } })
  await store.append({ id: 'epoch' })
  for (const [id, time] of [
    ['first', Date.UTC(2026, 0, 1)],
    ['far', Date.UTC(2088, 0, 1)],
    ['beyond', Date.UTC(2300, 0, 1)],
    ['second', Date.UTC(2026, 0, 2)],
  ] as const) {
    wall = time
    await store.append({ id })
    const before = turns
    await vi.waitUntil(() => turns > before + 2, patienceMs)
  }
  expect((await store.list()).items.map(({ id }) => id)).toEqual(['beyond', 'far', 'second', 'first', 'epoch'])

  const recorder = store.record({ session: 's' })
  wall -= 5 * day
  await recorder.finish()
  expect((await store.list({ session: 's' })).items[0]!.durationMs).toBeLessThan(10_000)

  // Once the clock keeps step with time, it is believed again.
  const gone = async () => {
    wall += 60_000
    steady += 60_000
    return (await store.list()).items.every(({ id }) => id !== 'epoch')
  }
  await expect.poll(gone).toBe(true)
})

test('what is erased is gone from the files, too', async () => {
  const folder = temporaryFolder()
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  for (let number = 0; number < 200; number++)
    await store.append({
      sessionKey: number % 2 === 0 ? 'gone' : 'kept',
      reasoningText: `Shibboleth${number % 2 === 0 ? 'secretive' : 'public'} number ${number}`,
    })
  const holds = (text: string) =>
    readdirSync(folder).some((file) => readFileSync(`${folder}/${file}`).toString('latin1').toLowerCase().includes(text))
  await store.search('shibbolethsecretive')
  expect(holds('shibbolethsecretive')).toBe(true)
  await store.deleteSession('gone')
  expect(holds('shibbolethsecretive')).toBe(false)
  expect(holds('shibbolethpublic')).toBe(true)
  expect((await store.search('Shibbolethpublic')).items).toHaveLength(50)
})

test('no other user of the machine may read the files', async () => {
  const folder = temporaryFolder()
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full' })
  await store.append({ reasoningText: 'private' })
  const blocked = await opened({ url: `sqlite:${folder}/traces.db/none/x.db`, journal: `${folder}/journal`, mode: 'full' })
  await blocked.append({ reasoningText: 'private' })
  const files = readdirSync(folder).filter((name) => !name.endsWith('.lock'))
  expect(files.toSorted()).toEqual(['journal', 'traces.db', 'traces.db-shm', 'traces.db-wal'])
  for (const file of files) expect(statSync(`${folder}/${file}`).mode & 0o077, file).toBe(0)
})

test('a journal of a process that died is taken in by the process that starts next', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/a`)
  writeFileSync(`${folder}/file`, '')
  const child = startProcess('append.ts', [`sqlite:${folder}/file/x.db`, `${folder}/journal`, 'left'])
  await untilOutput(child, 'left-5\n')
  child.kill('SIGKILL')
  await ended(child)
  const store = await opened({ url: `sqlite:${folder}/a/traces.db`, journal: `${folder}/journal`, mode: 'full' })
  expect(await store.get('left-3')).toMatchObject({ id: 'left-3' })
  expect(store.state()).toMatchObject({ status: 'ok', journalled: 0, rejected: 0 })
})

test('what comes faster than it is written goes to the journal before anything is refused', async () => {
  const folder = temporaryFolder()
  const queue = { maxRecords: 20, batchRecords: 5, spillAfterMs: 60_000 }
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full', queue })
  await Promise.all(Array.from({ length: 29 }, (_, number) => store.append({ id: `trace_${number}` })))
  expect(store.state().refused).toBe(0)
  await vi.waitUntil(() => store.state().journalled === 0, patienceMs)
  expect((await store.list({}, { limit: 100 })).items).toHaveLength(29)
})

test.runIf(existsSync('/proc/self'))('a folder that cannot be made is an error, and nothing waits forever', async () => {
  await expect(openTraceStore({ url: 'sqlite:/proc/reason/x/traces.db', mode: 'full' })).rejects.toThrow()
})
