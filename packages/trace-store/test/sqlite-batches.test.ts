import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { normalize } from '../src/record/normalize.ts'
import { openEngine } from '../src/sqlite/engine.ts'
import { seqAt } from '../src/sqlite/seq.ts'
import { opened, tailed, temporaryFolder } from './stores.ts'

const noon = Date.UTC(2026, 4, 5, 12)
const hundred = Array.from({ length: 100 }, (_, index) => index)
/** Not in the order of their times. */
const mixed = hundred.map((index) => ({ id: `n${index}`, createdAt: noon + ((index * 37) % 100), reasoningText: `word${index} thought` }))

test('many at once, some of which are there: each is stored once, found by its words, and followed once', async () => {
  const store = await opened({ url: ':memory:', mode: 'full', audit: true, sqlite: { thread: false } })
  const known = [3, 64, 65, 99]
  for (const index of known) await store.append({ id: `n${index}`, outcome: 'first', createdAt: noon })
  await Promise.all(mixed.map((trace) => store.append(trace)))

  const { items } = await store.list({}, { limit: 1000 })
  expect(items.map(({ id }) => id).toSorted()).toEqual(mixed.map(({ id }) => id).toSorted())
  expect(items.filter(({ outcome }) => outcome === 'first')).toHaveLength(known.length)
  expect((await store.search('thought', {}, { limit: 1000 })).items).toHaveLength(100 - known.length)
  expect((await store.search('word64')).items).toEqual([])
  expect((await store.search('word66')).items.map(({ trace }) => trace.id)).toEqual(['n66'])
  expect(new Set((await tailed(store, 100, 'start')).ids).size).toBe(100)
  expect(await store.verify()).toMatchObject({ ok: true, links: 100, traces: 100 })
})

test('many at once, whose keys another process has taken: they get others nearby', async () => {
  const path = `${temporaryFolder()}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full', audit: true })
  const other = new Sqlite(path)
  other.exec(`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 4095)
    insert into reasoning_traces (
      seq, stored, id, created_at, class, mode, outcome,
      channels, usage, timings, boundaries, warnings, errors, tool_calls, seals, redactions, metadata
    ) select ${seqAt(noon)} + n, n + 1, 'other' || n, ${noon}, 'default', 'full', 'stop', '{}', '{}', '{}', '[]', '[]', '[]', '[]', '[]', '{}', '{}' from numbers
  `)
  other.close()
  // All in one transaction: a store would try one that failed again, each by itself.
  const engine = openEngine({ path, synchronous: 'full', busyTimeoutMs: 5000, cacheKib: 1000, readonly: false })
  const records = hundred.map((index) =>
    JSON.stringify(normalize({ id: `own${index}`, outcome: 'own', reasoningText: 'thought' }, 'full', () => noon)),
  )
  expect(engine.insert(records, noon)).toBe(100)
  engine.close()

  const own = (await store.list({ outcome: 'own' }, { limit: 1000 })).items
  expect(own.map(({ id }) => id).toSorted()).toEqual(hundred.map((index) => `own${index}`).toSorted())
  expect((await store.search('thought', {}, { limit: 1000 })).items).toHaveLength(100)
  expect((await tailed(store, 100, 'start', { outcome: 'own' })).ids).toHaveLength(100)
  expect(await store.verify()).toMatchObject({ ok: true, traces: 100, unchained: 4096 })
})
