import { expect, test } from 'vitest'
import { countWork } from '../../src/index.ts'

const text = 'x'.repeat(1000)

test.each<[string, () => unknown, number, number]>([
  ['a search that finds nothing', () => text.indexOf('<'), 1000, 1001],
  ['a search from a place', () => text.indexOf('<', 900), 100, 101],
  ['a search that finds', () => `${text}<`.indexOf('<', 990), 10, 12],
  ['a search backwards', () => text.lastIndexOf('<', 10), 10, 11],
  ['the question whether it is there', () => text.includes('<'), 1000, 1001],
  ['a comparison', () => text.startsWith('xxx', 5), 3, 4],
  ['single characters', () => Array.from({ length: 50 }, (_, at) => text.charCodeAt(at)), 50, 50],
  ['a slice, which is a view', () => text.slice(1), 1, 1],
  ['a loop over characters', () => [...text], 1000, 1001],
  ['a pattern that finds nothing', () => /</.test(text), 1000, 1001],
  ['a pattern that goes on where it was', () => Object.assign(/</g, { lastIndex: 990 }).exec(text), 10, 11],
  ['a replacement', () => text.replaceAll('<', ''), 1000, 1001],
  ['joined pieces', () => [text, text].join(''), 2000, 2000],
])('%s', (_, action, least, most) => {
  const work = countWork(() => void action())
  expect(work).toBeGreaterThanOrEqual(least)
  expect(work).toBeLessThanOrEqual(most)
})

test('results are the same, and the methods are put back', () => {
  const { indexOf } = String.prototype
  const { exec } = RegExp.prototype
  let seen: unknown
  countWork(() => {
    seen = [
      'a<b<c'.split(/</),
      'a<b'.indexOf('<'),
      'a<b<c'.replace(/<(.)/g, '[$1]'),
      [...'a<b<c'.matchAll(/<(.)/g)].map(([, letter]) => letter),
    ]
  })
  expect(seen).toEqual([['a', 'b', 'c'], 1, 'a[b][c]', ['b', 'c']])
  expect(String.prototype.indexOf).toBe(indexOf)
  expect(RegExp.prototype.exec).toBe(exec)
})

test('the methods are put back after a throw, which goes on', () => {
  const { indexOf } = String.prototype
  expect(() =>
    countWork(() => {
      throw new RangeError('mine')
    }),
  ).toThrow(RangeError)
  expect(String.prototype.indexOf).toBe(indexOf)
})

test('a limit ends what would take too long', () => {
  let rounds = 0
  const work = countWork(() => {
    for (;;) {
      text.indexOf('<')
      rounds++
    }
  }, 10_000)
  expect(work).toBeGreaterThan(10_000)
  expect(rounds).toBe(9)
})
