import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { TraceStore, TraceSummary } from '../src/index.ts'
import { collected, opened, temporaryFolder } from './stores.ts'

const count = 60
const page = 4096

/** A database that no process has open, whose traces fill some pages each. */
async function damaged(change: (bytes: Buffer, pageOf: (text: string) => number) => void): Promise<TraceStore> {
  const path = `${temporaryFolder()}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full' })
  for (let number = 0; number < count; number++) {
    await store.append({
      id: `n${number}`,
      createdAt: Date.UTC(2026, 1, 1) + number * 1000,
      sessionKey: `s${number % 2}`,
      reasoningText: `common words of ${number} `.repeat(300),
      metadata: { mark: `mark-${number}` },
    })
  }
  await store.close()
  const bytes = readFileSync(path)
  change(bytes, (text) => Math.floor(bytes.indexOf(text) / page) * page)
  writeFileSync(path, bytes)
  return opened({ url: `sqlite:${path}`, mode: 'full', sqlite: { thread: false } })
}

const idsOf = (items: readonly TraceSummary[]): number[] => items.map(({ id }) => Number(id.slice(1)))

const damages: [string, Parameters<typeof damaged>[0]][] = [
  ['a list in a row is no JSON', (bytes) => bytes.write('!', bytes.indexOf('{"mark":"mark-30"}') + '{"mark":"mark-30"'.length)],
  ['a page of rows is empty', (bytes, pageOf) => bytes.fill(0, pageOf('"mark-30"'), pageOf('"mark-30"') + page)],
  ['a page of rows is of something else', (bytes, pageOf) => bytes.fill(0xff, pageOf('"mark-30"'), pageOf('"mark-30"') + page)],
]

test.each(damages)('%s: the others are listed, found and exported, and it is said how many are not', async (_, change) => {
  const store = await damaged(change)
  const { items, unreadable = 0 } = await store.list({}, { limit: 1000 })
  const readable = idsOf(items)
  expect(readable).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index).filter((id) => readable.includes(id)))
  expect(readable).not.toContain(30)
  expect(readable.length).toBeGreaterThan(count - 10)
  expect(unreadable).toBe(count - readable.length)
  // Read again, it is no more of them.
  expect(store.state().unreadable).toBe(unreadable)

  const found = await store.search('common', {}, { limit: 1000 })
  expect([idsOf(found.items.map(({ trace }) => trace)), found.unreadable]).toEqual([readable, unreadable])
  const tail = await store.tail({}, { limit: 1000, after: 'start' })
  expect([idsOf(tail.items).toReversed(), tail.unreadable]).toEqual([readable, unreadable])
  let left = 0
  const lines = await collected(store.export({}, 'jsonl', { onUnreadable: (more) => (left += more) }))
  const exported = lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceSummary)
  expect([idsOf(exported), left]).toEqual([readable, unreadable])
  await expect(store.get('n30')).rejects.toMatchObject({ code: 'REASON_STORE_DOWN', message: expect.stringMatching(/damaged/) as string })
})

test.each(damages)('%s: pages and filters go on around it', async (_, change) => {
  const store = await damaged(change)
  const whole = idsOf((await store.list({ session: 's1' }, { limit: 1000 })).items)
  expect(whole.every((id) => id % 2 === 1)).toBe(true)
  const paged: number[] = []
  let after: string | undefined
  do {
    const { items, next } = await store.list({ session: 's1' }, { limit: 7, after })
    paged.push(...idsOf(items))
    after = next
  } while (after !== undefined)
  expect(paged).toEqual(whole)
  const found: number[] = []
  do {
    const page = await store.search('common', { session: 's1' }, { limit: 7, after })
    found.push(...idsOf(page.items.map(({ trace }) => trace)))
    after = page.next
  } while (after !== undefined)
  expect(found).toEqual(whole)
  const since = Date.UTC(2026, 1, 1) + 50_000
  expect(await store.list({ since }, { limit: 1000 })).toMatchObject({ items: Array.from({ length: 10 }, () => ({})) })
})

test.each(damages)('%s: usage is summed around it, and it is said how many traces are not in it', async (what, change) => {
  const store = await damaged(change)
  const { all, groups, items, unreadable = 0 } = await store.usage('session')
  expect([groups, new Set(items.map(({ of }) => of))]).toEqual([2, new Set(['s0', 's1'])])
  // The sums do not read the metadata unless they are asked by it.
  expect(unreadable > 0).toBe(what !== damages[0]![0])
  expect(unreadable).toBeLessThan(10)
  expect(all.traces).toBe(count - unreadable)
  const byMark = await store.usage('metadata.mark', {}, { limit: 1000 })
  expect(byMark.unreadable).toBeGreaterThan(0)
  expect([byMark.all.traces, byMark.groups]).toEqual([count - byMark.unreadable!, count - byMark.unreadable!])
  expect(byMark.items.map(({ of }) => of)).not.toContain('mark-30')
  const listed = await store.list({}, { limit: 1000 })
  expect([listed.unreadable, store.state().unreadable]).toEqual([byMark.unreadable, byMark.unreadable])
  const { all: some } = await store.usage('model', { session: 's1' })
  expect(some.traces).toBeGreaterThan(count / 2 - 10)
  expect(some.traces).toBeLessThanOrEqual(count / 2)
})

test('usage of numbers that are no JSON is left out of the sums', async () => {
  const path = `${temporaryFolder()}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full' })
  for (const value of [71, 72, 73]) await store.append({ id: `n${value}`, usage: { output: { value, source: 'reported' } } })
  await store.close()
  const bytes = readFileSync(path)
  bytes.write('!', bytes.indexOf('"value":72'))
  writeFileSync(path, bytes)
  const again = await opened({ url: `sqlite:${path}`, mode: 'full' })
  expect(await again.usage('model')).toMatchObject({ all: { traces: 2, output: 144 }, unreadable: 1 })
  expect(await again.list()).toMatchObject({ items: [{ id: 'n73' }, { id: 'n71' }], unreadable: 1 })
  expect(again.state().unreadable).toBe(1)
})

test('nothing is said where nothing is damaged', async () => {
  const store = await damaged(() => {})
  expect(await store.list({}, { limit: 1000 })).not.toHaveProperty('unreadable')
  expect(await store.usage('model')).not.toHaveProperty('unreadable')
  expect(store.state()).not.toHaveProperty('unreadable')
  expect(store.state()).not.toHaveProperty('damage')
})

/** A database and its log of writes as they are found after a crash: ten transactions of some frames each. */
async function crashed(change: (wal: string, frameBytes: number) => void, charsOfEach = 10): Promise<string | undefined> {
  const folder = temporaryFolder()
  const store = await opened({ url: `sqlite:${folder}/traces.db`, mode: 'full', journal: false })
  for (let number = 0; number < 10; number++) await store.append({ id: `n${number}`, reasoningText: `${number}`.repeat(charsOfEach) })
  const path = `${folder}/copy.db`
  copyFileSync(`${folder}/traces.db`, path)
  copyFileSync(`${folder}/traces.db-wal`, `${path}-wal`)
  change(`${path}-wal`, 24 + page)
  return (await opened({ url: `sqlite:${path}`, mode: 'full' })).state().damage
}

function changed(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  change(bytes)
  writeFileSync(path, bytes)
}

/** Where the frame begins that ends the transaction before so many others. */
function commitBefore(bytes: Buffer, frameBytes: number, others: number): number {
  const commits: number[] = []
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) if (bytes.readUInt32BE(at + 4) !== 0) commits.push(at)
  return commits.at(-1 - others)!
}

const flip = (bytes: Buffer, at: number): void => void (bytes[at]! ^= 0xff)

/** Rewrites the checksums as a machine of the other byte order writes them. */
function inBigEndian(bytes: Buffer, frameBytes: number): void {
  let sums: [number, number] = [0, 0]
  bytes.writeUInt32BE(0x377f0683, 0)
  add(0, 24)
  write(24)
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) {
    add(at, at + 8)
    add(at + 24, at + frameBytes)
    write(at + 16)
  }

  function add(from: number, to: number): void {
    for (let at = from; at < to; at += 8) {
      const one = (sums[0] + bytes.readUInt32BE(at) + sums[1]) >>> 0
      sums = [one, (sums[1] + bytes.readUInt32BE(at + 4) + one) >>> 0]
    }
  }

  function write(at: number): void {
    bytes.writeUInt32BE(sums[0], at)
    bytes.writeUInt32BE(sums[1], at + 4)
  }
}

const logs: [string, (wal: string, frameBytes: number) => void, RegExp | undefined, charsOfEach?: number][] = [
  ['is whole', () => {}, undefined],
  [
    'has a page that changed in the middle',
    (wal, frame) => changed(wal, (bytes) => flip(bytes, commitBefore(bytes, frame, 4) + 200)),
    /in the middle: SQLite drops 5 transactions/,
  ],
  [
    'has a checksum that changed',
    (wal, frame) => changed(wal, (bytes) => flip(bytes, commitBefore(bytes, frame, 2) + 17)),
    /in the middle: SQLite drops 3 transactions/,
  ],
  ['has a beginning that changed', (wal) => changed(wal, (bytes) => flip(bytes, 9)), /at its beginning: SQLite drops all/],
  ['has no right magic', (wal) => changed(wal, (bytes) => flip(bytes, 0)), /at its beginning: SQLite drops all/],
  // As after a loss of power: what was being written was not acknowledged.
  ['ends in the middle of a frame', (wal) => truncateSync(wal, statSync(wal).size - 100), undefined],
  [
    'lacks a page of its last transaction',
    (wal, frame) => changed(wal, (bytes) => flip(bytes, commitBefore(bytes, frame, 0) + 200)),
    undefined,
  ],
  ['was made longer and never written', (wal) => writeFileSync(wal, Buffer.alloc(100_000)), undefined],
  ['is empty', (wal) => truncateSync(wal, 0), undefined],
  ['has checksums of the other byte order', (wal, frame) => changed(wal, (bytes) => inBigEndian(bytes, frame)), undefined],
  [
    'has a change below checksums of the other byte order',
    (wal, frame) =>
      changed(wal, (bytes) => {
        inBigEndian(bytes, frame)
        flip(bytes, commitBefore(bytes, frame, 4) + 200)
      }),
    /in the middle: SQLite drops 5 transactions/,
  ],
  // It is read in pieces of 4 MiB.
  ['takes several reads', () => {}, undefined, 900_000],
  [
    'has a change behind its first read',
    (wal, frame) => changed(wal, (bytes) => flip(bytes, commitBefore(bytes, frame, 2) + 200)),
    /in the middle: SQLite drops 3 transactions/,
    900_000,
  ],
]

test.each(logs)('a log of writes that %s', async (_, change, message, charsOfEach) => {
  const damage = await crashed(change, charsOfEach)
  if (message === undefined) expect(damage).toBeUndefined()
  else expect(damage).toMatch(message)
})

test('what an earlier round left in the log of writes, or a transaction that was given up, is no damage', async () => {
  const folder = temporaryFolder()
  const path = `${folder}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full', journal: false })
  for (let number = 0; number < 10; number++) await store.append({ id: `n${number}`, reasoningText: 'text '.repeat(2000) })
  const other = new Sqlite(path)
  other.pragma('wal_checkpoint(restart)')
  other.close()
  await store.append({ id: 'after', reasoningText: 'short' })
  const spilling = new Sqlite(path)
  spilling.pragma('cache_size = 1')
  spilling.exec('begin immediate; create table filler (text)')
  for (let number = 0; number < 50; number++) spilling.prepare('insert into filler values (?)').run('x'.repeat(4000))
  spilling.exec('rollback')
  spilling.close()
  await store.append({ id: 'last' })
  copyFileSync(path, `${folder}/copy.db`)
  copyFileSync(`${path}-wal`, `${folder}/copy.db-wal`)
  const copy = await opened({ url: `sqlite:${folder}/copy.db`, mode: 'full' })
  expect(copy.state().damage).toBeUndefined()
  expect((await copy.list({}, { limit: 100 })).items).toHaveLength(12)
})
