import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openTraceStore, type TraceStoreOptions } from '../../src/index.ts'
import { backends, freshSchema, opened, temporaryFolder } from '../stores.ts'

const day = 86_400_000
const noon = Date.UTC(2026, 4, 5, 12)

describe.each(backends)('the chain of digests in $name', ({ skip, options }) => {
  test.skipIf(skip)('vouches for what is there, and for what was deleted', async () => {
    const store = await opened({ ...options(), audit: true, now: () => noon })
    expect(await store.verify()).toEqual({ ok: true, links: 0, traces: 0, unchained: 0, head: '0'.repeat(64), problems: [], notes: [] })
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.append({
          id: `n${index}`,
          sessionKey: `s${index % 3}`,
          createdAt: noon - index * day,
          reasoningText: `text ${index}`,
          leakScore: index / 100,
          metadata: { z: 1, a: { c: 1.5e300, b: [null, 'x'] } },
        }),
      ),
    )
    await store.append({ id: 'n1', reasoningText: 'a second one' })
    const before = await store.verify()
    expect(before).toMatchObject({ ok: true, links: 30, traces: 30, problems: [], notes: [] })
    expect(await store.deleteSession('s1')).toBe(10)
    expect(await store.pruneOlderThan(noon - 20 * day)).toBe(6)
    await store.append({ id: 'n1', reasoningText: 'the id again' })
    const after = await store.verify()
    expect(after).toMatchObject({ ok: true, links: 47, traces: 15, problems: [], notes: [] })
    expect(after.head).not.toBe(before.head)
  })

  test.skipIf(skip)('holds while traces come and go', async () => {
    const store = await opened({ ...options(), audit: true })
    await store.import(
      (function* () {
        for (let index = 0; index < 3000; index++) yield { id: `n${index}`, sessionKey: `s${index % 30}`, createdAt: noon - index }
      })(),
    )
    let isDone = false
    const changing = (async () => {
      for (let index = 0; !isDone && index < 29; index++) {
        await store.deleteSession(`s${index}`)
        await store.append({ id: `late${index}`, createdAt: noon - 10_000 })
      }
    })()
    expect(await store.verify()).toMatchObject({ ok: true, problems: [], notes: [] })
    isDone = true
    await changing
    expect(await store.verify()).toMatchObject({ ok: true, problems: [], notes: [] })
  })

  test.skipIf(skip)('is only there when asked for', async () => {
    const store = await opened(options())
    expect(() => store.verify()).toThrow('audit: true')
  })
})

interface Tamper {
  what: string
  sql: string
  problem: RegExp
}

const tampers: Tamper[] = [
  {
    what: 'a text is changed',
    sql: `update reasoning_traces set outcome = 'better' where id = 'b'`,
    problem: /"b" is not what was stored \(link 2\)/,
  },
  {
    what: 'a trace is taken out',
    sql: `delete from reasoning_traces where id = 'b'`,
    problem: /covers 3 traces, and 2 of them are unchanged/,
  },
  {
    what: 'a link is changed',
    sql: `update trace_chain set digest = 'x' where position = 2`,
    problem: /Link 2 does not match its content/,
  },
  { what: 'a link is taken out', sql: `delete from trace_chain where position = 2`, problem: /Links 2 to 2 are missing/ },
  {
    what: 'a deletion is made up',
    sql: `update trace_chain set kind = 'deletion' where position = 2`,
    problem: /Link 2 does not match its content/,
  },
]

test.each(tampers)('SQLite: it shows that $what', async ({ sql, problem }) => {
  const path = `${temporaryFolder()}/traces.db`
  const run = () => {
    const db = new Sqlite(path)
    db.exec(sql)
    db.close()
  }
  await shows({ url: `sqlite:${path}` }, run, problem)
})

test.skipIf(inject('databaseUrl') === undefined).each(tampers)('PostgreSQL: it shows that $what', async ({ sql, problem }) => {
  const schema = freshSchema()
  const run = async () => {
    const client = new pg.Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    await client.query(`set search_path to ${schema}; ${sql}`)
    await client.end()
  }
  await shows({ url: inject('databaseUrl')!, postgres: { schema } }, run, problem)
})

async function shows(options: TraceStoreOptions, tamper: () => void | Promise<void>, problem: RegExp): Promise<void> {
  const store = await opened({ ...options, mode: 'full', audit: true })
  for (const id of ['a', 'b', 'c']) await store.append({ id, reasoningText: id })
  expect(await store.verify()).toMatchObject({ ok: true, traces: 3 })
  await tamper()
  const { ok, problems } = await store.verify()
  expect(ok).toBe(false)
  expect(problems.join('\n')).toMatch(problem)
}

test('two processes of one file make one chain', async () => {
  const url = `sqlite:${temporaryFolder()}/traces.db`
  const stores = await Promise.all([1, 2].map(() => openTraceStore({ url, mode: 'full', audit: true, queue: { batchRecords: 3 } })))
  await Promise.all(Array.from({ length: 60 }, (_, index) => stores[index % 2]!.append({ id: `n${index}` })))
  expect(await stores[0]!.verify()).toMatchObject({ ok: true, links: 60, traces: 60 })
  await Promise.all(stores.map((store) => store.close()))
})
