import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openJournal } from '../src/journal/journal.ts'
import { fromLine, readLines, toLine } from '../src/journal/lines.ts'
import { normalize } from '../src/record/normalize.ts'
import type { RecordJson, TraceRecord } from '../src/record/record.ts'
import { collected, temporaryFolder } from './stores.ts'

const trace = (id: string, reasoningText = id): RecordJson =>
  JSON.stringify(normalize({ id, reasoningText }, 'full', () => 1_800_000_000_000))

const idOf = (json: RecordJson): string => (JSON.parse(json) as TraceRecord).id

/** @returns the ids */
async function replayed(journal: ReturnType<typeof openJournal>): Promise<string[]> {
  const all: string[] = []
  await journal.replay(async (records) => {
    all.push(...records.map(idOf))
    return []
  })
  return all
}

test('any value is one line, and comes back', async () => {
  const folder = temporaryFolder()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 8 }), async (values) => {
      const jsons = values.map((value) => JSON.stringify(value))
      writeFileSync(`${folder}/lines`, jsons.map(toLine).join(''))
      expect((await collected(readLines(`${folder}/lines`))).map(fromLine)).toEqual(jsons)
    }),
  )
  const json = JSON.stringify('a\u2028b\n\r')
  expect(fromLine(toLine(json).trimEnd())).toBe(json)
})

test('a line with any one character changed is not taken', () => {
  const line = toLine(JSON.stringify({ id: 'x', text: 'some text' })).trimEnd()
  fc.assert(
    fc.property(fc.nat(line.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      // Hex digits may be written either way.
      fc.pre(line[at]!.toLowerCase() !== character.toLowerCase() && character !== '\n')
      expect(fromLine(line.slice(0, at) + character + line.slice(at + 1))).toBeUndefined()
    }),
  )
})

test('cut anywhere, all whole lines before it are there', async () => {
  const folder = temporaryFolder()
  const path = `${folder}/journal`
  const records = ['a', 'b', 'ü\u2028', 'd'].map((id) => trace(id))
  const whole = records.map(toLine).join('')
  const ends = records.map((_, index) =>
    Buffer.byteLength(
      records
        .slice(0, index + 1)
        .map(toLine)
        .join(''),
    ),
  )
  for (let bytes = 0; bytes <= Buffer.byteLength(whole); bytes += 13) {
    writeFileSync(path, whole)
    truncateSync(path, bytes)
    const journal = openJournal({ path, maxBytes: 1e6 })
    // Lines after the torn line must not be lost with it.
    await journal.append([trace('after')])
    const ids = await replayed(journal)
    await journal.close()
    expect(ids).toEqual([...records.filter((_, index) => ends[index]! <= bytes).map(idOf), 'after'])
  }
})

test('what fails on replay stays, and is there with what came meanwhile', async () => {
  const path = `${temporaryFolder()}/journal`
  const journal = openJournal({ path, maxBytes: 1e6 })
  await journal.append([trace('a'), trace('b')])
  await expect(journal.replay(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(journal.size()).toMatchObject({ records: 2 })
  await journal.append([trace('c')])
  expect(journal.size()).toMatchObject({ records: 3 })
  expect(await replayed(journal)).toEqual(['a', 'b', 'c'])
  expect(journal.size()).toEqual({ records: 0, bytes: 0, rejected: 0 })
  expect(journal.isEmpty()).toBe(true)
  await journal.close()
})

test('damaged lines, and records that no database takes, are kept for a person', async () => {
  const path = `${temporaryFolder()}/journal`
  writeFileSync(path, `${toLine(trace('a'))}deadbeef {"id":"damaged"}\n${toLine(trace('b'))}`)
  const journal = openJournal({ path, maxBytes: 1e6 })
  await journal.replay(async (records) => records.filter((record) => idOf(record) === 'b'))
  expect(journal.size().rejected).toBe(2)
  const rejected = readFileSync(`${path}.rejected`, 'utf8')
  expect(rejected).toContain('damaged')
  expect(rejected).toContain('"id":"b"')
  expect(rejected).not.toContain('"id":"a"')
  await journal.close()
})

test('it is bounded', async () => {
  const journal = openJournal({ path: `${temporaryFolder()}/journal`, maxBytes: 3000 })
  await journal.append([trace('a')])
  await expect(journal.append([trace('b', 'x'.repeat(3000))])).rejects.toMatchObject({ code: 'REASON_STORE_FULL' })
  await journal.append([trace('c')])
  expect(await replayed(journal)).toEqual(['a', 'c'])
  await journal.close()
})

test('two that use one path have places of their own, and what one leaves another takes', async () => {
  const path = `${temporaryFolder()}/journal`
  const first = openJournal({ path, maxBytes: 1e6 })
  const second = openJournal({ path, maxBytes: 1e6 })
  await first.append([trace('a')])
  await second.append([trace('b')])
  expect(await replayed(first)).toEqual(['a'])
  expect(existsSync(`${path}.2`)).toBe(true)
  await second.close()
  expect(await replayed(first)).toEqual(['b'])
  await first.close()
})

test('a write that fails leaves no half line behind', async () => {
  const path = `${temporaryFolder()}/journal`
  const journal = openJournal({ path, maxBytes: 1e6 })
  await journal.append([trace('a')])
  appendFileSync(path, 'half a li')
  await journal.append([trace('b')])
  expect(await replayed(journal)).toEqual(['a', 'b'])
  await journal.close()
})

test.each([
  ['deleted', (path: string) => rmSync(path), []],
  ['replaced', (path: string) => (renameSync(path, `${path}.moved`), writeFileSync(path, toLine(trace('other')))), ['other']],
])('records are kept that come after the file was %s', async (_, change, others) => {
  const path = `${temporaryFolder()}/journal`
  const journal = openJournal({ path, maxBytes: 1_000_000 })
  await journal.append([trace('a')])
  change(path)
  await journal.append([trace('b')])
  expect(journal.size().records).toBe(1)
  await journal.probe()
  await journal.append([trace('c')])
  expect(await replayed(journal)).toEqual([...others, 'b', 'c'])
  await journal.close()
})
