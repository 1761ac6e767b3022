import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { databaseMissing } from '@reason/testkit/services'
import { patienceMs } from '@reason/testkit/patience'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openTraceStore, type TraceStoreOptions } from '../src/index.ts'
import { ended, startProcess, untilOutput } from './run-process.ts'
import { freshSchema, opened, temporaryFolder } from './stores.ts'

const url = inject('databaseUrl')
const day = 86_400_000
const noon = Date.UTC(2026, 4, 5, 12)

/** Carries bytes to the real server, until it is told not to: a network, or a server, that can fail. */
async function createLine() {
  const target = new URL(url!)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const line = {
    url: () => `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    async up() {
      server = createServer((socket) => {
        const onward = createConnection(Number(target.port), target.hostname)
        keep(socket)
        keep(onward)
        socket.pipe(onward).pipe(socket)
        socket.on('close', () => onward.destroy())
        onward.on('close', () => socket.destroy())
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as { port: number }).port
    },
    async down() {
      server?.close()
      for (const socket of sockets) socket.destroy()
      if (server !== undefined) await once(server, 'close').catch(() => {})
      server = undefined
    },
  }
  await line.up()
  onTestFinished(() => line.down())
  return line
}

async function query<R>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as R[]
  } finally {
    await client.end()
  }
}

const partitions = async (schema: string): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = '${schema}.reasoning_traces'::regclass order by 1`,
    )
  ).map(({ name }) => name)

describe.skipIf(url === undefined)(`PostgreSQL${url === undefined ? ` (${databaseMissing})` : ''}`, () => {
  test('is down at the start: traces wait in the journal, and move when it is there', async () => {
    const line = await createLine()
    await line.down()
    const options: TraceStoreOptions = {
      url: line.url(),
      journal: `${temporaryFolder()}/journal`,
      mode: 'full',
      postgres: { schema: freshSchema() },
    }
    const store = await opened(options)
    expect(store.state()).toMatchObject({ status: 'degraded', database: 'postgres' })
    await store.append({ id: 'waits' })
    await expect(store.list()).rejects.toMatchObject({ code: 'REASON_STORE_DOWN' })
    await line.up()
    await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
    expect((await store.list()).items.map(({ id }) => id)).toEqual(['waits'])
  })

  test('is down at the start, and there is no journal: the reason is said', async () => {
    await expect(openTraceStore({ url: 'postgres://nobody@127.0.0.1:1/none', mode: 'full' })).rejects.toMatchObject({
      code: 'REASON_STORE_DOWN',
      message: expect.stringContaining('ECONNREFUSED') as string,
    })
  })

  test('goes away in mid-run, twice: nothing that was acknowledged is lost', async () => {
    const line = await createLine()
    const store = await opened({
      url: line.url(),
      journal: `${temporaryFolder()}/journal`,
      mode: 'full',
      postgres: { schema: freshSchema() },
    })
    const acknowledged: string[] = []
    let running = true
    let number = 0
    const writing = Array.from({ length: 4 }, async () => {
      while (running) {
        const id = `n${++number}`
        await store.append({ id, reasoningText: `text of ${id}` }).then(() => acknowledged.push(id))
      }
    })
    for (let times = 0; times < 2; times++) {
      await vi.waitUntil(() => acknowledged.length > 20 + times * 100, patienceMs)
      await line.down()
      const before = acknowledged.length
      await vi.waitUntil(() => acknowledged.length > before + 50, patienceMs)
      expect(store.state().journalled).toBeGreaterThan(0)
      await line.up()
      await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
    }
    running = false
    await Promise.all(writing)
    const stored = new Set<string>()
    for await (const lines of store.export({}, 'jsonl'))
      for (const one of lines.trimEnd().split('\n')) stored.add((JSON.parse(one) as { id: string }).id)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(stored.size).toBe(number)
  })

  test('only follows another one since a failover: a connection to it is left for one to the other', async () => {
    const role = freshSchema()
    await query(`create role ${role} login superuser`)
    onTestFinished(() => query(`drop owned by ${role} cascade; drop role ${role}`).then(() => {}))
    const as = new URL(url!)
    as.username = role
    const store = await opened({ url: as.href, journal: `${temporaryFolder()}/journal`, mode: 'full', postgres: { schema: freshSchema() } })
    await store.append({ id: 'before' })
    // From here on connections are as those to a server that follows, and stay so when it is over for others.
    await query(`alter role ${role} set default_transaction_read_only = on`)
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
    await vi.waitUntil(async () => {
      await store.append({ id: 'meanwhile' })
      return store.state().error?.includes('read-only')
    }, patienceMs)
    await query(`alter role ${role} reset default_transaction_read_only`)
    await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
    await store.append({ id: 'behind' })
    expect(store.state()).toMatchObject({ status: 'ok', refused: 0 })
    expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['before', 'behind', 'meanwhile'])
    await store.close()
  })

  test('without a journal, traces wait in memory until it is back, and no more of them than may', async () => {
    const line = await createLine()
    const store = await opened({ url: line.url(), mode: 'full', postgres: { schema: freshSchema() }, queue: { maxRecords: 3 } })
    await line.down()
    const waiting = ['a', 'b', 'c'].map((id) => store.append({ id }))
    await vi.waitUntil(() => store.state().status === 'down', patienceMs)
    await expect(store.append({ id: 'd' })).rejects.toMatchObject({ code: 'REASON_STORE_FULL' })
    await line.up()
    await Promise.all(waiting)
    expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c'])
    expect(store.state()).toMatchObject({ status: 'ok', refused: 1 })
  })

  test('ends every connection: the next query has a new one', async () => {
    const schema = freshSchema()
    const store = await opened({
      url: `${url!}?application_name=${schema}`,
      mode: 'full',
      journal: `${temporaryFolder()}/journal`,
      postgres: { schema },
    })
    await store.append({ id: 'before' })
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${schema}'`)
    await store.append({ id: 'after' })
    await vi.waitUntil(() => store.state().status === 'ok', patienceMs)
    expect((await store.list()).items).toHaveLength(2)
  })

  test('several processes start at once with no tables yet', async () => {
    const schema = freshSchema()
    const options = { url, postgres: { schema } }
    const children = ['a', 'b', 'c', 'd'].map((name) => startProcess('open.ts', [JSON.stringify(options), name]))
    await Promise.all(children.map((child) => untilOutput(child, 'ready')))
    for (const child of children) child.stdin!.end('go')
    for (const child of children) expect(await ended(child)).toBe('ready\nok\n')
    const store = await opened({ url: url!, mode: 'full', postgres: { schema } })
    expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('opens while tables of others come and go in the same database', async () => {
    const others = freshSchema()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create schema ${others}`)
    let isOver = false
    const churn = (async () => {
      const names = Array.from({ length: 20 }, (_, index) => `${others}.t${index}`)
      while (!isOver) {
        await client.query(names.map((name) => `create table ${name} (a serial, b int, c int)`).join(';'))
        for (const name of names) await client.query(`drop table ${name}`)
      }
    })()
    try {
      for (let round = 0; round < 20; round++) {
        const store = await opened({ url: url!, mode: 'full', postgres: { schema: freshSchema() } })
        await store.append({ id: 'first' })
        expect((await store.list()).items).toHaveLength(1)
        await store.close()
      }
    } finally {
      isOver = true
      await churn
      await client.end()
    }
  })

  test('retention drops tables; a class that stays longer keeps its own', async () => {
    const schema = freshSchema()
    const store = await opened({
      url: url!,
      mode: 'full',
      now: () => noon,
      postgres: { schema },
      retention: { days: 2, classes: { audit: 10 } },
    })
    for (const [id, days, kind] of [
      ['a', 0, 'default'],
      ['b', 1, 'default'],
      ['c', 4, 'default'],
      ['d', 5, 'default'],
      ['e', 5, 'audit'],
    ] as const)
      await store.append({ id, createdAt: noon - days * day, class: kind })
    expect(await partitions(schema)).toEqual(
      ['20260430', '20260501', '20260504', '20260505', '20260506', '20260507'].map((date) => `reasoning_traces_${date}`),
    )
    expect(await store.prune()).toBe(2)
    expect(await partitions(schema)).toEqual(
      ['20260430', '20260504', '20260505', '20260506', '20260507'].map((date) => `reasoning_traces_${date}`),
    )
    expect((await store.list()).items.map(({ id }) => id).join('')).toBe('abe')
    // A table that another process dropped is made again.
    await query(`drop table ${schema}.reasoning_traces_20260504`)
    await store.append({ id: 'late', createdAt: noon - day })
    expect(await store.get('late')).toMatchObject({ id: 'late' })
  })

  test('tables of months; days that were there before stay', async () => {
    const schema = freshSchema()
    const days = await opened({ url: url!, mode: 'full', now: () => noon, postgres: { schema } })
    await days.append({ id: 'a', createdAt: noon })
    const months = await opened({ url: url!, mode: 'full', now: () => noon, postgres: { schema, partition: 'month' } })
    for (const [id, at] of [
      ['b', noon + 1],
      ['c', noon + 20 * day],
      ['d', noon - 40 * day],
    ] as const)
      await months.append({ id, createdAt: at })
    expect((await months.list()).items.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd'])
    expect(await partitions(schema)).toEqual(
      ['202603', '20260505', '20260506', '20260507', '20260525'].map((date) => `reasoning_traces_${date}`),
    )
  })

  test('a clock that jumps: every time finds a table', async () => {
    let wall = noon
    const store = await opened({ url: url!, mode: 'full', now: () => wall, postgres: { schema: freshSchema() } })
    for (const time of [noon, 0, Date.UTC(2088, 0, 1), Date.UTC(2300, 0, 1), noon + 1]) {
      wall = time
      await store.append({ id: `at ${time}` })
    }
    expect((await store.list()).items.map(({ id }) => Number(id.slice(3)))).toEqual([
      Date.UTC(2300, 0, 1),
      Date.UTC(2088, 0, 1),
      noon + 1,
      noon,
      0,
    ])
  })

  test('a batch with one record that the database refuses stores the others', async () => {
    const schema = freshSchema()
    const store = await opened({ url: url!, mode: 'full', postgres: { schema } })
    await query(`alter table ${schema}.reasoning_traces add constraint no_bad check (outcome <> 'bad')`)
    const results = await Promise.allSettled(
      ['good', 'bad', 'fine'].map((outcome) => store.append({ id: outcome, outcome, createdAt: noon })),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await store.list()).items.map(({ id }) => id).toSorted()).toEqual(['fine', 'good'])
    expect(store.state()).toMatchObject({ status: 'ok', refused: 1 })
  })
})
