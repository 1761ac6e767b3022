import { expect, test } from 'vitest'
import { isSignedBy, nextHead, signHead } from '../src/chain-head/head.ts'

const hash = (digit: string): string => digit.repeat(64)
const found = { links: 1, head: hash('a'), found: 2, at: 3 }
const head = { version: 1 as const, links: 4, head: hash('b'), at: 5, since: { links: 6, at: 7 }, breaks: [found] }
const signed = signHead(head, 'one key')

test('a head is signed by its key, and by no other', () => {
  expect([['one key'], ['other', 'one key'], ['other'], []].map((keys) => isSignedBy(signed, keys))).toEqual([true, true, false, false])
})

test.each([
  { links: 0 },
  { head: hash('0') },
  { at: 0 },
  { since: { links: 0, at: 7 } },
  { since: { links: 6, at: 0 } },
  { breaks: [] },
  { breaks: [{ ...found, links: 0 }] },
  { breaks: [{ ...found, head: hash('0') }] },
  { breaks: [{ ...found, found: 0 }] },
  { breaks: [{ ...found, at: 0 }] },
])('no field changes without the key: %j', (change) => expect(isSignedBy({ ...signed, ...change }, ['one key'])).toBe(false))

test('the head of a chain without news is the same object, so that no file is written', () => {
  expect(nextHead(head, { before: head.head, last: { position: 4, link: head.head } } as never, 99)).toBe(head)
})
