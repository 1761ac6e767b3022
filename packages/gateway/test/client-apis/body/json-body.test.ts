import { expect, it } from 'vitest'
import { readJsonBody } from '../../../src/client-apis/body/json-body.ts'

/** How many turns of the event loop others get while a body is read. */
async function turnsFor(megabytes: number): Promise<number> {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(megabytes * 1_048_576) }))
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  expect(await readJsonBody(body, '{}')).toHaveProperty('json.text.length', megabytes * 1_048_576)
  clearImmediate(next)
  return turns
}

it('a large body is read in turns', async () => {
  expect(await turnsFor(8)).toBeGreaterThanOrEqual(8)
})

it('a body of more than 64 kB waits for a turn, as dozens may arrive in one', async () => {
  const isRead: number[] = []
  const read = (length: number): Promise<unknown> =>
    readJsonBody(Buffer.from(JSON.stringify({ text: 'x'.repeat(length) })), '{}').then(() => isRead.push(length))
  const both = Promise.all([read(70_000), read(60_000)])
  for (let step = 0; step < 100; step++) await Promise.resolve()
  expect(isRead).toEqual([60_000])
  await both
})

const listOf = (value: string, count: number): string => `[${Array.from({ length: count }, () => value).join(',')}]`
const fieldsOf = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"f${at}":1`).join(',')}}`

it.each([
  ['levels', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'The body nests deeper than 200 levels. Send it flatter.'],
  ['bytes in a name', `{"a":[{"${'n'.repeat(65_537)}":1}]}`, 'The body has a field whose name has 65537 bytes. Send 65536 at most.'],
  ['fields', fieldsOf(1001), 'The body has more than 1000 fields. Send those that are needed.'],
  [
    'fields of one object',
    `{"a":[{"b":{${Array.from({ length: 20_001 }, (_, index) => `"${index}":1`).join(',')}}}]}`,
    'The body has an object with more than 20000 fields. Send less at once.',
  ],
  ['parts', `{"a":${listOf('{}', 65_000)}}`, 'The body has more than 65000 lists, objects and fields. Send less at once.'],
  ['values', `{"a":${listOf('1', 310_000)}}`, 'The body has more than 310000 values. Send less at once.'],
])('a body has a limit of %s', async (_, body, message) => {
  expect(await readJsonBody(Buffer.from(body), '{}')).toMatchObject({ status: 400, message })
})

it.each([
  ['levels', `{"a":${'['.repeat(199)}${']'.repeat(199)}}`, false],
  ['fields', fieldsOf(1000), false],
  ['parts', `{"a":${listOf('{}', 64_000)}}`, true],
  ['values', `{"a":${listOf('1', 309_000)}}`, true],
])('a body within its limit of %s is read', async (_, body, isLong) => {
  const read = await readJsonBody(Buffer.from(body), '{}')
  expect([JSON.stringify('json' in read && read.json) === body, 'isLong' in read && read.isLong]).toEqual([true, isLong])
})
