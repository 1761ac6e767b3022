import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { patienceMs } from '@reason/testkit/patience'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openJournal } from '../../src/journal/journal.ts'
import { openTraceStore } from '../../src/index.ts'
import { normalize } from '../../src/record/normalize.ts'
import { sqliteDatabase } from '../../src/sqlite/database.ts'
import { createWriter } from '../../src/writing/writer.ts'
import { temporaryFolder } from '../stores.ts'

const record = (id: string): string => JSON.stringify(normalize({ id }, 'full', () => 1_800_000_000_000))

test('a database that is done after all, before a slow disk has the same in the journal: nothing is left there', async () => {
  const folder = temporaryFolder()
  const database = sqliteDatabase({ path: `${folder}/traces.db`, synchronous: 'full', thread: false, audit: false, now: Date.now })
  const journal = openJournal({ path: `${folder}/journal`, maxBytes: 1_000_000 })
  const insert = Promise.withResolvers<void>()
  const disk = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const writer = createWriter(
    { ...database, insert: async (records) => (await insert.promise, database.insert(records)) },
    {
      ...journal,
      async append(records) {
        asked.resolve()
        await disk.promise
        await journal.append(records)
        written.resolve()
      },
    },
    { maxRecords: 10, maxBytes: 1_000_000, batchRecords: 1, batchBytes: 1_000_000, gatherMs: 0, spillAfterMs: 1, parallel: 1 },
  )
  onTestFinished(() => writer.close())
  await writer.start(true)
  const appended = writer.append(record('slow'))
  await asked.promise
  insert.resolve()
  expect(await appended).toBe('database')
  expect(await database.get('slow')).toMatchObject({ id: 'slow' })
  disk.resolve()
  await written.promise
  await vi.waitUntil(() => journal.isEmpty(), patienceMs)
  expect(writer.state()).toMatchObject({ status: 'ok', journalled: 0 })
})

test('a journal that could not be written is looked at again before anything else comes, and says so', async () => {
  const folder = temporaryFolder()
  const path = `${folder}/journal`
  const store = await openTraceStore({ url: 'postgres://nobody@127.0.0.1:9/none', mode: 'full', journal: path })
  onTestFinished(() => store.close())
  // The effect of a full disk, as far as the writer can observe it.
  mkdirSync(path)
  await expect(store.append({ id: 'lost' })).rejects.toMatchObject({ code: 'REASON_STORE_DOWN' })
  expect(store.state()).toMatchObject({ status: 'down', refused: 1 })
  rmdirSync(path)
  await vi.waitUntil(() => store.state().status === 'degraded', patienceMs)
  expect(store.state()).toMatchObject({ journalled: 0, error: expect.not.stringContaining('journal') as string })
  expect(readFileSync(path, 'utf8')).toBe('')
  await store.append({ id: 'kept' })
  expect(store.state()).toMatchObject({ status: 'degraded', journalled: 1 })
})

test('what a database is stuck with is safe in the journal, and said to be there', async () => {
  const folder = temporaryFolder()
  const database = sqliteDatabase({ path: `${folder}/traces.db`, synchronous: 'full', thread: false, audit: false, now: Date.now })
  const insert = Promise.withResolvers<void>()
  const writer = createWriter(
    { ...database, insert: async (records) => (await insert.promise, database.insert(records)) },
    openJournal({ path: `${folder}/journal`, maxBytes: 1_000_000 }),
    { maxRecords: 10, maxBytes: 1_000_000, batchRecords: 1, batchBytes: 1_000_000, gatherMs: 0, spillAfterMs: 1, parallel: 1 },
  )
  onTestFinished(() => writer.close())
  await writer.start(true)
  expect(await writer.append(record('stuck'))).toBe('journal')
  insert.resolve()
  await writer.settle()
  expect(await database.get('stuck')).toMatchObject({ id: 'stuck' })
})

test('what the journal took while the database was busy goes there with the next that it takes, not with the next start', async () => {
  const folder = temporaryFolder()
  const database = sqliteDatabase({ path: `${folder}/traces.db`, synchronous: 'full', thread: false, audit: false, now: Date.now })
  const journal = openJournal({ path: `${folder}/journal`, maxBytes: 1_000_000 })
  const insert = Promise.withResolvers<void>()
  const writer = createWriter({ ...database, insert: async (records) => (await insert.promise, database.insert(records)) }, journal, {
    maxRecords: 2,
    maxBytes: 1_000_000,
    batchRecords: 1,
    batchBytes: 1_000_000,
    gatherMs: 0,
    spillAfterMs: 60_000,
    parallel: 1,
  })
  onTestFinished(() => writer.close())
  await writer.start(true)
  const first = writer.append(record('first'))
  expect(await writer.append(record('second'))).toBe('journal')
  insert.resolve()
  expect(await first).toBe('database')
  await vi.waitUntil(() => journal.isEmpty(), patienceMs)
  expect(await database.get('second')).toMatchObject({ id: 'second' })
})
