import { expect, test } from 'vitest'
import { setNewest } from '../../src/structures/newest-entries.ts'

/** The keys of a map with at most three entries, the oldest first. */
function keysAfter(keys: readonly string[], isKept?: (key: string) => boolean): string[] {
  const map = new Map<string, number>()
  for (const [value, key] of keys.entries()) {
    setNewest(map, key, value, 3, isKept)
    expect([map.get(key), [...map.keys()].at(-1)]).toEqual([value, key])
  }
  return [...map.keys()]
}

test.each<[string, string, (key: string) => boolean, string]>([
  ['the only one, again', 'aa', () => false, 'a'],
  ['one that is there goes last', 'abca', () => false, 'bca'],
  ['the oldest makes room', 'abcd', () => false, 'bcd'],
  ['what is kept stays', 'abcd', (key) => key === 'a', 'acd'],
])('%s', (_, keys, isKept, left) => {
  expect(keysAfter([...keys], isKept).join('')).toBe(left)
})
