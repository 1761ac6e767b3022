import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openTraceStore, type TraceStoreOptions, type Verification } from '../src/index.ts'
import { lockSlot } from '../src/journal/slot.ts'
import { freshSchema, opened, temporaryFolder } from './stores.ts'

const key = 'a secret of the operator, of 32 characters or more'
const other = 'another secret of the operator, for after a rotation'

interface Place {
  options: TraceStoreOptions
  /** Runs SQL as an attacker who has the database and not the key. */
  tamper(sql: string): Promise<void>
}

const places = [
  {
    name: 'SQLite',
    skip: false,
    make(): Place {
      const path = `${temporaryFolder()}/traces.db`
      const tamper = async (sql: string) => {
        const db = new Sqlite(path)
        db.exec(sql)
        db.close()
      }
      return { options: { url: `sqlite:${path}`, mode: 'full' }, tamper }
    },
  },
  {
    name: 'PostgreSQL',
    skip: inject('databaseUrl') === undefined,
    make(): Place {
      const schema = freshSchema()
      const tamper = async (sql: string) => {
        const client = new pg.Client({ connectionString: inject('databaseUrl') })
        await client.connect()
        await client.query(`set search_path to ${schema}; ${sql}`)
        await client.end()
      }
      return { options: { url: inject('databaseUrl')!, mode: 'full', postgres: { schema } }, tamper }
    },
  },
]

/** As a command that only looks. */
async function verified({ options }: Place, path: string, keys: string[] = [key], known: { links: number; head: string }[] = []) {
  const store = await openTraceStore({ ...options, journal: false, audit: { head: { path, keys, write: false } } })
  try {
    return await store.verify({ known })
  } finally {
    await store.close()
  }
}

async function stored({ options }: Place, path: string, ids: readonly string[], keys: string[] = [key]): Promise<void> {
  const audit = { head: { path, keys } }
  // On a busy machine as well, what is acknowledged is in the database.
  const store = await openTraceStore({ ...options, audit, now: () => Date.UTC(2026, 4, 5), queue: { spillAfterMs: 100_000 } })
  for (const id of ids) await store.append({ id })
  await store.close()
}

const newest = `delete from trace_chain where position = 3; delete from reasoning_traces where id = 'c'`
const said = ({ problems }: Verification): string => problems.join('\n')

describe.each(places)('the head of a chain in $name', ({ skip, make }) => {
  test.skipIf(skip)('vouches for the whole chain', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, ['a', 'b', 'c'])
    const found = await verified(place, path)
    expect(found).toMatchObject({ ok: true, links: 3, traces: 3, problems: [], notes: [] })
    expect(found.signed).toMatchObject({ links: 3, head: found.head, since: { links: 0 }, breaks: [] })
  })

  test.skipIf(skip)('shows that the newest link was taken out with its trace', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, ['a', 'b', 'c'])
    await place.tamper(newest)
    const found = await verified(place, path)
    expect(found).toMatchObject({ ok: false, links: 2, traces: 2 })
    expect(said(found)).toMatch(/The chain has 2 links, but had 3 according to the head .*: its newest links were removed/)
  })

  test.skipIf(skip).each([
    ['nothing is stored since', [], 2],
    ['one is stored in its place', ['d'], 3],
    ['more are stored since', ['d', 'e', 'f'], 5],
  ])('shows it after the gateway has gone on: %s', async (_, ids, links) => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, ['a', 'b', 'c'])
    await place.tamper(newest)
    await stored(place, path, ids)
    const found = await verified(place, path)
    expect(found).toMatchObject({ ok: false, links, signed: { links, breaks: [{ links: 3 }] } })
    // The store looks while it takes traces: some of the new ones may be there by then.
    const there = found.signed!.breaks[0]!.found
    expect(there).toBeGreaterThanOrEqual(2)
    expect(there).toBeLessThanOrEqual(links)
    expect(said(found)).toMatch(new RegExp(`On 2026-05-05T00:00:00.000Z the chain had ${there} links, and link 3 was not [0-9a-f]{64}`))
  })

  test.skipIf(skip)('says so while the gateway runs', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    const store = await opened({ ...place.options, audit: { head: { path, keys: [key] } } })
    for (const id of ['a', 'b', 'c']) await store.append({ id })
    expect(await store.verify()).toMatchObject({ ok: true, links: 3 })
    expect(store.state().chain).toBeUndefined()
    await place.tamper(newest)
    await store.append({ id: 'd' })
    expect(await store.verify()).toMatchObject({ ok: false, links: 3 })
    expect(store.state().chain).toMatch(/and link 3 was not /)
  })

  test.skipIf(skip)('is missed, where there are links', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, [])
    rmSync(path)
    expect(await verified(place, path)).toMatchObject({ ok: true, links: 0 })
    await stored(place, path, ['a', 'b', 'c'])
    await place.tamper(newest)
    rmSync(path)
    expect(said(await verified(place, path))).toMatch(/The head of the chain, .*, is missing: it is unknown whether the newest links/)
    // A new one does not pretend to have been there before.
    await stored(place, path, ['d'])
    const { ok, notes } = await verified(place, path)
    expect([ok, notes]).toEqual([
      true,
      [expect.stringMatching(/^The head began on 2026-05-05T00:00:00.000Z at link [23]: it is unknown whether newer links/)],
    ])
  })

  test.skipIf(skip)('that is older than the chain, as after a crash between both, is no alarm, and is said', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, ['a'])
    copyFileSync(path, `${path}.old`)
    await stored(place, path, ['b', 'c'])
    copyFileSync(`${path}.old`, path)
    const { ok, notes } = await verified(place, path)
    expect([ok, notes]).toEqual([true, [expect.stringMatching(/^The head does not cover the newest 2 links yet/)]])
    await stored(place, path, [])
    expect(await verified(place, path)).toMatchObject({ ok: true, notes: [], signed: { links: 3 } })
  })

  test.skipIf(skip)('follows deletions', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    const store = await opened({ ...place.options, audit: { head: { path, keys: [key] } } })
    for (const id of ['a', 'b']) await store.append({ id, sessionKey: id, createdAt: Date.UTC(2026, 1, id === 'a' ? 1 : 20) })
    await store.deleteSession('b')
    expect(await store.verify()).toMatchObject({ ok: true, links: 3, signed: { links: 3 } })
    await store.pruneOlderThan(Date.UTC(2026, 1, 10))
    expect(await store.verify()).toMatchObject({ ok: true, links: 4, signed: { links: 4 } })
  })

  test.skipIf(skip)('of several processes is that of the last link', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    const options = { ...place.options, audit: { head: { path, keys: [key] } }, queue: { batchRecords: 3, spillAfterMs: 100_000 } }
    const stores = await Promise.all([1, 2, 3].map((number) => openTraceStore({ ...options, journal: `${temporaryFolder()}/${number}` })))
    await Promise.all(Array.from({ length: 60 }, (_, index) => stores[index % 3]!.append({ id: `n${index}` })))
    await Promise.all(stores.map((store) => store.close()))
    expect(await verified(place, path)).toMatchObject({ ok: true, links: 60, traces: 60, notes: [], signed: { links: 60, breaks: [] } })
  })

  test.skipIf(skip)('that was kept elsewhere shows that a chain was made anew, head and all', async () => {
    const place = make()
    const path = `${temporaryFolder()}/head`
    await stored(place, path, ['a', 'b', 'c'])
    const kept = await verified(place, path)
    await stored(place, path, ['d'])
    expect(await verified(place, path, [key], [kept])).toMatchObject({ ok: true, links: 4 })
    await place.tamper('delete from trace_chain; delete from reasoning_traces')
    rmSync(path)
    expect(said(await verified(place, path, [key], [kept]))).toMatch(/has 0 links, but had 3 according to what was kept elsewhere/)
  })
})

const usable: [string, (text: string) => string, RegExp][] = [
  ['cut', (text) => text.slice(0, 40), /is damaged/],
  ['empty', () => '', /is damaged/],
  ['of another kind', () => '{"version":2}', /is damaged/],
  ['changed', (text) => text.replace('"links":3', '"links":2'), /is not signed with any of the keys/],
  ['rid of its breaks', (text) => text.replace(/"breaks":\[.*?\]/, '"breaks":[]').replace(/"at":\d+/, '"at":1'), /is not signed with any/],
]

test.each(usable)('a head that is %s is said, and not written over', async (_, change, problem) => {
  const place = places[0]!.make()
  const path = `${temporaryFolder()}/head`
  await stored(place, path, ['a', 'b', 'c'])
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  const before = readFileSync(path, 'utf8')
  expect(said(await verified(place, path))).toMatch(problem)
  await stored(place, path, ['d'])
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(said(await verified(place, path))).toMatch(problem)
})

test('a head waits for the process that writes it, and is that of the last link then', async () => {
  const place = places[0]!.make()
  const path = `${temporaryFolder()}/head`
  await stored(place, path, ['a'])
  const store = await opened({ ...place.options, audit: { head: { path, keys: [key] } } })
  await store.verify()
  const slot = lockSlot(path)!
  await store.append({ id: 'b' })
  expect(await verified(place, path)).toMatchObject({ ok: true, links: 2, signed: { links: 1 } })
  slot.release()
  expect(await store.verify()).toMatchObject({ ok: true, links: 2, signed: { links: 2 } })
})

test('a head is signed anew after a rotation of keys', async () => {
  const place = places[0]!.make()
  const path = `${temporaryFolder()}/head`
  await stored(place, path, ['a'])
  await stored(place, path, ['b'], [other, key])
  expect(await verified(place, path, [other])).toMatchObject({ ok: true, signed: { links: 2 } })
  expect(said(await verified(place, path, [key]))).toMatch(/is not signed with any of the keys/)
  const unchecked = await verified(place, path, [])
  expect([unchecked.ok, unchecked.notes]).toEqual([true, [expect.stringMatching(/^No key was given/)]])
})

test('a head that cannot be written holds up no trace, and is said', async () => {
  const folder = temporaryFolder()
  const place = places[0]!.make()
  const store = await opened({ ...place.options, audit: { head: { path: `${folder}/nowhere/head`, keys: [key] } } })
  expect(await store.append({ id: 'a' })).toBe('database')
  expect(await store.verify()).toMatchObject({ ok: false, links: 1, problems: [expect.stringMatching(/is missing/)] })
  expect(store.state()).toMatchObject({ status: 'ok', chain: expect.stringMatching(/nowhere.*could not be written: /) as string })
})

test('a head is for its owner alone, and leaves nothing beside it', async () => {
  const place = places[0]!.make()
  const folder = temporaryFolder()
  await stored(place, `${folder}/head`, ['a'])
  expect(statSync(`${folder}/head`).mode & 0o777).toBe(0o600)
  expect([existsSync(`${folder}/head.tmp`), readFileSync(`${folder}/head`, 'utf8').includes(key)]).toEqual([false, false])
})

test.each([
  [{ path: 'x', keys: [] }, /"audit\.head\.keys" is empty/],
  [{ path: 'x', keys: ['short'] }, /audit/],
])('a head without a key of some length is refused: %j', async (head, problem) => {
  await expect(openTraceStore({ url: ':memory:', mode: 'full', audit: { head } })).rejects.toThrow(problem)
})
