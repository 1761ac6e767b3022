import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@reason/testkit/sampling'
import { createKeyReader, writeKeys } from '../src/key-text.ts'
import type { KeyRecord } from '../src/record.ts'

const key = (name: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  name,
  visibility: 'none',
  ...more,
  id: 'abcdefghij',
  hash: `sha256:${'0'.repeat(64)}`,
  createdAt: 1,
})
const names = ['a', 'b', 'c', 'd', 'e'].map((name) =>
  key(name, { models: ['},{', '\n    },\n    {'], rateLimits: { requestsPerMinute: 1 } }),
)

describe('a changed file of keys', () => {
  it.each<[string, (keys: KeyRecord[]) => KeyRecord[], number]>([
    ['nothing', (keys) => keys, 5],
    ['one', ([a, ...rest]) => [{ ...a!, revokedAt: 5 }, ...rest], 4],
    ['the first and the last', ([a, b, c, d, e]) => [{ ...a!, name: 'x' }, b!, c!, d!, { ...e!, name: 'y' }], 3],
    ['an added one', (keys) => [...keys, key('f')], 5],
    ['one added before', (keys) => [key('f'), ...keys], 5],
    ['a removed one', ([a, , ...rest]) => [a!, ...rest], 4],
    ['all', () => [key('f')], 0],
  ])('is read again only where it changed: %s', (_, change, kept) => {
    const read = createKeyReader('keys.json')
    const before = read(writeKeys(names))
    const changed = change(structuredClone(names))
    const after = read(writeKeys(changed))
    expect(after).toEqual(changed)
    expect(after.filter((one) => before.includes(one))).toHaveLength(kept)
  })

  it('gives the same as a file that is read for the first time, however it is written', () => {
    const files = fc.array(fc.tuple(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), fc.integer({ min: 0, max: 3 })), { maxLength: 6 })
    fc.assert(
      fc.property(files, (all) => {
        const read = createKeyReader('keys.json')
        for (const [list, how] of all) {
          const keys = list.map((name) => key(name))
          const text = writeKeys(keys)
          const written = [text, JSON.stringify(JSON.parse(text)), text.replaceAll('},\n    {', '},{'), text.replace('},\n    {', '},{')][
            how
          ]!
          expect(read(written)).toEqual(keys)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('names the damaged key', () => {
    const read = createKeyReader('keys.json')
    read(writeKeys(names))
    const damaged = writeKeys(names).replace('"name": "c"', '"name": 5')
    expect(() => read(damaged)).toThrow(/keys\[2\] in keys\.json/)
    expect(() => read(writeKeys(names).replace('"name": "c"', '"name": "c'))).toThrow(SyntaxError)
    expect(read(writeKeys(names))).toEqual(names)
  })
})
