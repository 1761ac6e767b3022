import { expect, test } from 'vitest'
import { cuttings } from '../../src/index.ts'

const namesOf = (input: string | string[]) => [...cuttings({ input }, { randomCuttings: 2 })].map(({ name }) => name)

test('a text is cut in every way, the whole first', () => {
  expect(namesOf('abc')).toEqual([
    'whole',
    'each code unit',
    'each code point',
    'each code unit with empty pieces between',
    'cut at 1',
    'cut at 2',
    'random cuts 1',
    'random cuts 2',
  ])
})

test('the pieces of a row are a cutting too', () => {
  const own = [...cuttings({ input: ['a', '😀b'] })].find(({ name }) => name === 'as the row cuts it')
  expect(own?.pieces).toEqual(['a', '😀b'])
})

test('every cutting joins to the text', () => {
  const text = 'a😀\ud83d</think>x'.repeat(9)
  for (const { name, pieces } of cuttings({ input: text })) expect(pieces.join(''), name).toBe(text)
})

test('a surrogate pair is cut by code unit and not by code point', () => {
  const all = [...cuttings({ input: '😀' })]
  expect(all.find(({ name }) => name === 'each code unit')?.pieces).toEqual(['\ud83d', '\ude00'])
  expect(all.find(({ name }) => name === 'each code point')?.pieces).toEqual(['😀'])
})

test('random cuts repeat, and change with the seed', () => {
  const random = (seed: number) =>
    [...cuttings({ input: 'one two three four five six' }, { seed })]
      .filter(({ name }) => name.startsWith('random'))
      .map(({ pieces }) => pieces)
  expect(random(1)).toEqual(random(1))
  expect(random(1)).not.toEqual(random(2))
})

test('a long text is cut in two at as many places as were asked for', () => {
  const two = [...cuttings({ input: 'x'.repeat(5000) }, { maxTwoPieceCuttings: 10 })].filter(({ name }) => name.startsWith('cut at'))
  expect(two).toHaveLength(10)
})
