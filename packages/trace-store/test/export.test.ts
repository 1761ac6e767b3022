import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { columnNames } from '../src/tables/row.ts'
import { collected, opened } from './stores.ts'

const noon = Date.UTC(2026, 4, 5, 12)

test('Parquet, in row groups, reads as what was stored', async () => {
  const store = await opened({ url: ':memory:', mode: 'full' })
  const count = 1100
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.append({
        id: `n${index}`,
        createdAt: noon + index,
        reasoningText: index % 2 === 0 ? `naïve ${index}` : null,
        leakScore: index / count,
        totalTokens: index,
        metadata: { index },
      }),
    ),
  )
  const file = Buffer.concat(await collected(store.export({}, 'parquet')))
  const rows = await parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer })
  expect(rows).toHaveLength(count)
  expect(Object.keys(rows[0]!)).toEqual(columnNames)
  expect(rows[1]).toMatchObject({
    id: 'n1098',
    created_at: new Date(noon + 1098),
    reasoning_text: 'naïve 1098',
    total_tokens: 1098n,
    leak_score: 1098 / count,
    metadata: '{"index":1098}',
    model: null,
  })
})

test('nothing to give out is a whole file, too', async () => {
  const store = await opened({ url: ':memory:', mode: 'full' })
  expect((await collected(store.export({}, 'jsonl'))).join('')).toBe('')
  expect((await collected(store.export({}, 'csv'))).join('')).toBe(`${columnNames.join(',')}\r\n`)
  const file = Buffer.concat(await collected(store.export({}, 'parquet')))
  expect(await parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer })).toEqual([])
  expect(() => store.export({}, 'xml' as 'csv')).toThrow('not "xml"')
})
